/** Builds requests for the operations of the OpenAPI documents: existing ids in the path, an example body, a token. */
import { isStream, type Json, type Operation } from '../operations.js';
import type { Random } from '../../../scripts/random.js';
import type { AbuseCase, AbuseClass, Host, Target } from './abuse-class.js';
import { anyAddress, send, type HostileRequest } from './send.js';

export interface HostedOperation extends Operation {
  host: Host;
  /** Whether the path is at the root of the host, outside its prefix. */
  atRoot: boolean;
}

/** These would revoke the tokens that later requests need. */
const LEFT_OUT = ['DELETE /tokens/{tokenId}', 'POST /tokens/{tokenId}/rotate'];

/** Every operation of both hosts that can be abused. */
export const allOperations = ({ hosts }: Target): HostedOperation[] =>
  (['private', 'public'] as const).flatMap((host) =>
    hosts[host].operations
      .filter((operation) => !LEFT_OUT.includes(operation.name) && !isStream(operation))
      .map((operation) => ({
        ...operation,
        host,
        atRoot: hosts[host].document.paths[operation.path].servers !== undefined,
      })),
  );

/** Picks operations in turn. */
export const operationAt = (operations: readonly HostedOperation[], index: number): HostedOperation =>
  operations[index % operations.length]!;

export const mediaOf = ({ declared }: Operation, type: string): Json => declared.requestBody?.content?.[type];

export const takesJson = (operation: Operation): boolean =>
  mediaOf(operation, 'application/json')?.example !== undefined;

export const queryParameters = ({ declared }: Operation): Json[] =>
  (declared.parameters ?? []).filter((parameter: Json) => parameter.in === 'query');

/** The path with existing ids; `segment` replaces all its parameters. */
export const pathOf = (
  { hosts, slug }: Target,
  { host, path }: HostedOperation,
  random: Random,
  segment?: string,
): string => {
  const fill = (name: string): string => {
    if (segment !== undefined) return segment;
    if (name === 'slug') return slug;
    const ids = hosts[host].known.get(name) ?? [];
    return ids.length > 0 ? String(random.pick(ids)) : 'x';
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => fill(name));
};

/** The example body, with existing ids. */
export const exampleOf = ({ hosts }: Target, operation: HostedOperation, random: Random): Json => {
  const { known } = hosts[operation.host];
  const withIds = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(withIds);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries<Json>(value).map(([name, inner]) => {
        const ids = known.get(name) ?? [];
        return [name, typeof inner === 'number' && ids.length > 0 ? random.pick(ids) : withIds(inner)];
      }),
    );
  };
  return withIds(mediaOf(operation, 'application/json')?.example ?? {});
};

export interface RequestParts {
  path?: string;
  /** Without the question mark. */
  query?: string;
  body?: string | Uint8Array;
  contentType?: string;
  headers?: Record<string, string>;
  from?: string;
}

export const requestOf = (
  target: Target,
  operation: HostedOperation,
  random: Random,
  { path, query, body, contentType = 'application/json', headers, from }: RequestParts = {},
): HostileRequest => {
  const { url } = target.hosts[operation.host];
  return {
    method: operation.method,
    url: operation.atRoot ? new URL(url).origin : url,
    path: (path ?? pathOf(target, operation, random)) + (query ? `?${query}` : ''),
    headers: {
      Host: target.hostName,
      ...(operation.host === 'private' && { Authorization: `Bearer ${random.pick(target.tokens)}` }),
      ...(body !== undefined && { 'Content-Type': contentType }),
      ...headers,
    },
    body,
    from: from ?? anyAddress(random),
  };
};

/** A case that consists of one request. */
export const caseOf = (what: string, request: HostileRequest): AbuseCase => ({
  name: `${request.method} ${cut(request.path)} ${what}`,
  run: async () => [await send(request)],
});

const cut = (text: string): string =>
  text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;

/** The control group: valid requests, as the documents describe them, to every read-only operation. */
export const ordinary: AbuseClass = {
  name: 'no abuse',
  count: 240,
  atOnce: 2,
  newCase: (target, random, index) => {
    const reads = allOperations(target).filter(({ method }) => method === 'GET');
    const operation = operationAt(reads, index);
    const query = operation.path.startsWith('/search') ? 'q=grace' : undefined;
    return caseOf('', requestOf(target, operation, random, { query }));
  },
};
