/** The endpoints of a record by id: get, update, delete and, for some resources, restore and merge. */
import { z } from 'zod';
import type { SaveConditions } from '../../db/save-conditions.js';
import { id as bodyId } from '../../lib/fields.js';
import type { Caller } from '../../lib/caller.js';
import type { StoredOf } from '../../lib/present.js';
import type { Scope } from '../../lib/permissions.js';
import { command, endpoint, type Endpoint, type Update } from './endpoint.js';
import { pathId } from './record-query.js';

interface RecordCalls<R extends z.ZodType, Q extends z.ZodObject, C extends z.ZodType> {
  /** Ends in the parameter that identifies the record, e.g. `/topics/{topicId}`. */
  path: `/${string}Id}`;
  operationIds: { get: string; update: string; delete: string; restore?: string };
  /** Name of the record in the response, e.g. `variantType`. */
  singular: string;
  /** For summaries, e.g. `a variant type`. */
  noun: string;
  tag: string;
  /** Scopes for reading and for changes. */
  scopes?: { read: Scope; write: Scope };
  /** Whether changes need a recent sign-in. */
  recent?: boolean;
  record: R;
  /** `recordQuery(…)` if there are expansions, otherwise `deletedQuery`; none for records that are not restored. */
  query?: Q;
  changes: C;
  /** How the fields of a response that an update may send back differ from those of the record. */
  update?: Pick<Update<unknown, unknown>, 'ignored' | 'alsoShown'>;
  /** Error statuses of the update in addition to those that its shape implies. */
  errors?: Endpoint['errors'];
  /** Descriptions of the update, the delete and the restoration. */
  updating?: string;
  deleting?: string;
  restoring?: string;
  /** For records that can be merged into another one. */
  merging?: {
    operationId: string;
    description: string;
    /** @returns the remaining record, `into` */
    merge(caller: Caller, id: number, into: number): Promise<StoredOf<R>>;
  };
  example: {
    id: number;
    record: z.input<R>;
    changes: z.input<C>;
    /** A query of GET, and what it returns instead of `record`. */
    query?: { values: z.input<Q>; record: z.input<R> };
  };
  service: {
    get(
      caller: Caller,
      id: number,
      options?: { expand?: readonly string[]; withDeleted?: boolean },
    ): Promise<StoredOf<R>>;
    update(
      caller: Caller,
      id: number,
      changes: z.output<C>,
      conditions: SaveConditions,
    ): Promise<StoredOf<R>>;
    remove(caller: Caller, id: number, ifMatch: string | undefined): Promise<void>;
    restore?(caller: Caller, id: number): Promise<StoredOf<R>>;
  };
}

/** Included in the descriptions of updates. */
export const roundTripNote =
  'You can send the response of GET back: unchanged read-only fields are ignored, and changed ones get 422. URLs that differ only in signature and expiry ' +
  'count as unchanged.';

/** For records of items, which `content:draft` changes while the item is not public. */
export const draftScopes = { read: 'content:read', write: 'content:draft' } as const;
const content = { read: 'content:read', write: 'content:write' } as const;

export const recordEndpoints = <R extends z.ZodType, Q extends z.ZodObject, C extends z.ZodType>(
  calls: RecordCalls<R, Q, C>,
): Endpoint[] => {
  const {
    path,
    operationIds,
    singular,
    noun,
    tag,
    scopes = content,
    recent,
    query,
    changes,
    service,
    example,
  } = calls;
  const { merging, errors, update } = calls;
  const parameter = /\{(\w+)\}$/.exec(path)?.[1] ?? '';
  const params = z.object({ [parameter]: pathId });
  const idOf = (values: Record<string, number>): number => values[parameter] ?? 0;
  const response = z.object({ [singular]: calls.record });
  const shown = { params: { [parameter]: example.id }, response: { [singular]: example.record } };
  return [
    endpoint({
      method: 'GET',
      path,
      operationId: operationIds.get,
      summary: `Get ${noun}`,
      tag,
      scope: scopes.read,
      ...(recent !== undefined && { recent: false }),
      params,
      query,
      response,
      example: {
        params: shown.params,
        query: example.query?.values as never,
        response: { [singular]: example.query?.record ?? example.record },
      },
      handle: async ({ caller, params: values, query: options }) => {
        const {
          _expand: expand,
          _withDeleted: withDeleted,
          ...rest
        } = (options ?? {}) as { _expand?: string[]; _withDeleted?: boolean };
        const record = await service.get(caller, idOf(values), { expand, withDeleted, ...rest });
        return { [singular]: record } as never;
      },
    }),
    endpoint({
      method: 'PATCH',
      path,
      operationId: operationIds.update,
      summary: `Update ${noun}`,
      description: [calls.updating, roundTripNote].filter(Boolean).join(' '),
      tag,
      scope: scopes.write,
      recent,
      params,
      body: changes,
      response,
      errors,
      example: { ...shown, body: example.changes as never },
      update: {
        ...update,
        read: async ({ caller, params: values }, expand) =>
          ({ [singular]: await service.get(caller, idOf(values), { expand }) }) as never,
      },
      handle: async ({ caller, params: values, body, conditions }) =>
        ({
          [singular]: await service.update(caller, idOf(values), body as z.output<C>, conditions),
        }) as never,
    }),
    command({
      method: 'DELETE',
      path,
      operationId: operationIds.delete,
      summary: `Delete ${noun}`,
      description: calls.deleting,
      tag,
      scope: scopes.write,
      recent,
      params,
      example: { params: shown.params },
      handle: ({ caller, params: values, conditions: { ifMatch } }) =>
        service.remove(caller, idOf(values), ifMatch),
    }),
    ...(operationIds.restore !== undefined && service.restore
      ? [
          restoreEndpoint({
            path: `${path}/restore`,
            operationId: operationIds.restore,
            singular,
            noun,
            description: calls.restoring,
            tag,
            scope: scopes.write,
            recent,
            params,
            record: calls.record,
            example: { params: shown.params, record: example.record },
            handle: ({ caller, params: values }) => service.restore!(caller, idOf(values)),
          }),
        ]
      : []),
    ...(merging
      ? [
          endpoint({
            method: 'POST',
            path: `${path}/merge`,
            operationId: merging.operationId,
            summary: `Merge ${noun} into another`,
            description: merging.description,
            tag,
            scope: scopes.write,
            params,
            body: mergeTarget,
            response,
            example: { ...shown, params: { [parameter]: example.id + 1 }, body: { into: example.id } },
            handle: async ({ caller, params: values, body: { into } }) =>
              ({ [singular]: await merging.merge(caller, idOf(values), into) }) as never,
          }),
        ]
      : []),
  ];
};

/** A field of the response to a create, next to the new record. */
export const duplicateOf = z
  .int()
  .nullable()
  .meta({ description: 'Id of an existing record with this name.' });

const mergeTarget = z
  .strictObject({ into: bodyId.meta({ description: 'Id of the record to keep.' }) })
  .meta({ id: 'MergeTarget' });

interface RestoreCall<P extends z.ZodObject, R extends z.ZodType> {
  path: `/${string}/restore`;
  operationId: string;
  /** Name of the record in the response. */
  singular: string;
  noun: string;
  description?: string;
  tag: string;
  scope: Scope;
  recent?: boolean;
  params: P;
  record: R;
  example: { params: z.input<P>; record: z.input<R> };
  handle(input: { caller: Caller; params: z.output<P> }): Promise<StoredOf<R>>;
}

/** The endpoint that restores a soft-deleted record. */
export const restoreEndpoint = <P extends z.ZodObject, R extends z.ZodType>({
  singular,
  noun,
  record,
  example,
  handle,
  ...call
}: RestoreCall<P, R>): Endpoint =>
  endpoint({
    ...call,
    method: 'POST',
    summary: `Restore ${noun.replace(/^an? /, 'a deleted ')}`,
    response: z.object({ [singular]: record }),
    example: { params: example.params as never, response: { [singular]: example.record } },
    handle: async ({ caller, params }) =>
      ({ [singular]: await handle({ caller, params: params as z.output<P> }) }) as never,
  });
