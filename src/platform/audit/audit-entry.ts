/** Builds the audit entry of a request: who did what to which record. Contains names of fields, never their values. */
import { z } from 'zod';
import { isRead, needsToken } from '../http/callers/access.js';
import type { Endpoint, Input } from '../http/endpoint/endpoint.js';
import type { AuditEvent } from './audit.repository.js';

type AnyInput = Input<unknown, unknown, unknown, unknown>;

/**
 * Whether an entry is added for each successful call: changes through the private API, except events, which are
 * recorded elsewhere.
 */
export const isAudited = (endpoint: Endpoint): boolean =>
  !isRead(endpoint.method) &&
  endpoint.auditing === undefined &&
  needsToken(endpoint) &&
  endpoint.scope !== 'logging:write';

/**
 * One event; two for a merge: for the remaining record and for the one in the path.
 * @param params of the path, as sent
 * @param result of the endpoint's handler
 */
export const auditEventsOf = (
  endpoint: Endpoint,
  input: AnyInput,
  params: Record<string, string>,
  result: unknown,
): AuditEvent[] =>
  recordsOf(params, result).map((record) => ({
    ...actorOf(input),
    operation: endpoint.operationId,
    ...record,
    changedFields: endpoint.body instanceof z.ZodType ? namesOf(input.body) : [],
    responseStatus: endpoint.status ?? 200,
    ...endpoint.audited?.(result),
  }));

/** Who made a change, and from where. */
export type Actor = Pick<
  AuditEvent,
  'accountId' | 'actor' | 'tokenId' | 'tokenName' | 'personId' | 'personName' | 'address' | 'requestId'
>;

export const actorOf = ({
  caller: { accountId, token, person },
  request,
}: Pick<AnyInput, 'caller' | 'request'>): Actor => ({
  accountId,
  actor: person ? 'person' : 'token',
  tokenId: token?.id ?? null,
  tokenName: token?.name ?? null,
  personId: person?.id ?? null,
  personName: person?.name ?? null,
  address: request.ip,
  requestId: request.id,
});

const namesOf = (body: unknown): string[] =>
  Object.entries(body as object).flatMap(([name, value]) => (value === undefined ? [] : [name]));

type LoggedRecord = Pick<AuditEvent, 'recordType' | 'recordId'>;

/**
 * The record in the response, and another one of its type in the path. Without a record in the response, the last
 * one in the path.
 */
const recordsOf = (params: Record<string, string>, result: unknown): LoggedRecord[] => {
  const [name, id] = Object.entries(params).at(-1) ?? [];
  const named = name
    ? { recordType: name.replace(/Id$/, ''), recordId: Number(id) }
    : { recordType: null, recordId: null };
  const returned = recordIn(result);
  if (!returned) return [named];
  const isAnother = named.recordType === returned.recordType && named.recordId !== returned.recordId;
  return isAnother ? [returned, named] : [returned];
};

const recordIn = (result: unknown): LoggedRecord | undefined => {
  for (const [name, value] of Object.entries((result ?? {}) as Record<string, unknown>)) {
    const id = (value as { id?: unknown } | null | undefined)?.id;
    if (typeof value === 'object' && typeof id === 'number') return { recordType: name, recordId: id };
  }
  return undefined;
};
