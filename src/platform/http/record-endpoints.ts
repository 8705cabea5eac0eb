/** The endpoints for one record by id that every resource has: get, update, delete. */
import { z } from 'zod';
import { succeeded, success } from '../lib/fields.js';
import type { Caller } from '../lib/caller.js';
import type { StoredOf } from '../lib/present.js';
import { endpoint, type Endpoint, type Scope } from './endpoint.js';
import { pathId } from './record-query.js';

interface RecordCalls<R extends z.ZodType, Q extends z.ZodObject, C extends z.ZodType> {
  /** Ends in the parameter that names the record, e.g. `/topics/{topicId}`. */
  path: `/${string}Id}`;
  /** Name of the record in the response, e.g. `variantType`. */
  singular: string;
  /** For summaries, e.g. `a variant type`. */
  noun: string;
  tag: string;
  /** Who may read, and who may change. */
  scopes?: { read: Scope; write: Scope };
  record: R;
  /** `recordQuery(…)` if there are expansions, else `deletedQuery`. */
  query: Q;
  changes: C;
  /** Descriptions of the update and the delete. */
  updating?: string;
  deleting?: string;
  example: { id: number; record: z.input<R>; changes: z.input<C> };
  service: {
    get(
      caller: Caller,
      id: number,
      options: { expand?: readonly string[]; withDeleted?: boolean },
    ): Promise<StoredOf<R>>;
    update(
      caller: Caller,
      id: number,
      changes: z.output<C>,
      ifMatch: string | undefined,
    ): Promise<StoredOf<R>>;
    remove(caller: Caller, id: number, ifMatch: string | undefined): Promise<void>;
  };
}

/** For the descriptions of updates. */
export const sentBackText =
  'What GET answered may be sent back: read-only fields are ignored where they are unchanged, URLs, counts and expansions in any case.';

const content = { read: 'content:read', write: 'content:write' } as const;

export const recordEndpoints = <R extends z.ZodType, Q extends z.ZodObject, C extends z.ZodType>(
  calls: RecordCalls<R, Q, C>,
): Endpoint[] => {
  const { path, singular, noun, tag, scopes = content, query, changes, service, example } = calls;
  const parameter = /\{(\w+)\}$/.exec(path)?.[1] ?? '';
  const params = z.object({ [parameter]: pathId });
  const idOf = (values: Record<string, number>): number => values[parameter] ?? 0;
  const response = z.object({ [singular]: calls.record });
  const named = singular.charAt(0).toUpperCase() + singular.slice(1);
  const shown = { params: { [parameter]: example.id }, response: { [singular]: example.record } };
  return [
    endpoint({
      method: 'GET',
      path,
      name: `get${named}`,
      summary: `Get ${noun}`,
      tag,
      scope: scopes.read,
      params,
      query,
      response,
      example: shown,
      handle: async ({ caller, params: values, query: options }) => {
        const { _expand: expand, _withDeleted: withDeleted } = options as {
          _expand?: string[];
          _withDeleted?: boolean;
        };
        return { [singular]: await service.get(caller, idOf(values), { expand, withDeleted }) } as never;
      },
    }),
    endpoint({
      method: 'PATCH',
      path,
      name: `update${named}`,
      summary: `Update ${noun}`,
      description: [calls.updating, sentBackText].filter(Boolean).join(' '),
      tag,
      scope: scopes.write,
      params,
      body: changes,
      response,
      example: { ...shown, body: example.changes as never },
      update: {
        read: async ({ caller, params: values }) =>
          ({ [singular]: await service.get(caller, idOf(values), {}) }) as never,
      },
      handle: async ({ caller, params: values, body, ifMatch }) =>
        ({ [singular]: await service.update(caller, idOf(values), body as z.output<C>, ifMatch) }) as never,
    }),
    endpoint({
      method: 'DELETE',
      path,
      name: `delete${named}`,
      summary: `Delete ${noun}`,
      description: calls.deleting,
      tag,
      scope: scopes.write,
      params,
      response: success,
      example: { params: shown.params, response: succeeded },
      handle: async ({ caller, params: values, ifMatch }) => {
        await service.remove(caller, idOf(values), ifMatch);
        return succeeded;
      },
    }),
  ];
};
