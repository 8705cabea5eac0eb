/** The endpoints of a resource of the search desk: list, create, get, update and delete. */
import { z } from 'zod';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { ListParams, ListSpec, Page } from '../../platform/db/list-query.js';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { sentBackText } from '../../platform/http/record-endpoints.js';
import { pathId } from '../../platform/http/record-query.js';
import type { Caller } from '../../platform/lib/caller.js';
import { succeeded, success } from '../../platform/lib/fields.js';
import type { Scope } from '../../platform/lib/permissions.js';
import type { StoredOf } from '../../platform/lib/present.js';

interface RuleCalls<R extends z.ZodType, N extends z.ZodType, C extends z.ZodObject> {
  /** Of the list, e.g. `/search/pins`. */
  path: `/search/${string}`;
  /** Of the record's id in paths, e.g. `searchPinId`. */
  parameter: string;
  operationIds: { list: string; create: string; get: string; update: string; delete: string };
  singular: string;
  plural: string;
  /** For summaries, e.g. `a pin`. */
  noun: string;
  nouns: string;
  read: Scope;
  record: R;
  spec: ListSpec;
  created: N;
  changes: C;
  creating: string;
  deleting?: string;
  example: { id: number; record: z.input<R>; body: z.input<N>; changes: z.input<C> };
  service: {
    list(caller: Caller, params: ListParams): Promise<Page<StoredOf<R>>>;
    get(caller: Caller, id: number): Promise<StoredOf<R>>;
    create(caller: Caller, body: z.output<N>): Promise<StoredOf<R>>;
    update(
      caller: Caller,
      id: number,
      changes: z.output<C>,
      conditions: SaveConditions,
    ): Promise<StoredOf<R>>;
    remove(caller: Caller, id: number, ifMatch: string | undefined): Promise<void>;
  };
}

export const TAG = 'Search desk';

export const ruleEndpoints = <R extends z.ZodType, N extends z.ZodType, C extends z.ZodObject>({
  path,
  parameter,
  operationIds,
  singular,
  plural,
  noun,
  nouns,
  read,
  record,
  spec,
  created,
  changes,
  creating,
  deleting,
  example,
  service,
}: RuleCalls<R, N, C>): Endpoint[] => {
  const tag = TAG;
  const params = z.object({ [parameter]: pathId });
  const idOf = (values: Record<string, number>): number => values[parameter] ?? 0;
  const response = z.object({ [singular]: record });
  const one = `${path}/{${parameter}}` as const;
  const shown = { params: { [parameter]: example.id }, response: { [singular]: example.record } };
  return [
    endpointList({
      path,
      operationId: operationIds.list,
      summary: `List ${nouns}`,
      tag,
      scope: read,
      plural,
      spec,
      record,
      example: { record: example.record },
      handle: ({ caller, query }) => service.list(caller, query),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/create`,
      operationId: operationIds.create,
      summary: `Create ${noun}`,
      description: creating,
      tag,
      scope: 'content:write',
      status: 201,
      body: created,
      response,
      errors: [409],
      example: { body: example.body as never, response: shown.response },
      handle: async ({ caller, body }) =>
        ({ [singular]: await service.create(caller, body as z.output<N>) }) as never,
    }),
    endpoint({
      method: 'GET',
      path: one,
      operationId: operationIds.get,
      summary: `Get ${noun}`,
      tag,
      scope: read,
      params,
      response,
      example: shown,
      handle: async ({ caller, params: values }) =>
        ({ [singular]: await service.get(caller, idOf(values)) }) as never,
    }),
    endpoint({
      method: 'PATCH',
      path: one,
      operationId: operationIds.update,
      summary: `Update ${noun}`,
      description: sentBackText,
      tag,
      scope: 'content:write',
      params,
      body: changes,
      response,
      errors: [409],
      example: { ...shown, body: example.changes as never },
      update: {
        read: async ({ caller, params: values }) =>
          ({ [singular]: await service.get(caller, idOf(values)) }) as never,
      },
      handle: async ({ caller, params: values, body, conditions }) =>
        ({
          [singular]: await service.update(caller, idOf(values), body as z.output<C>, conditions),
        }) as never,
    }),
    endpoint({
      method: 'DELETE',
      path: one,
      operationId: operationIds.delete,
      summary: `Delete ${noun}`,
      description: deleting,
      tag,
      scope: 'content:write',
      params,
      response: success,
      example: { params: shown.params, response: succeeded },
      handle: async ({ caller, params: values, conditions: { ifMatch } }) => {
        await service.remove(caller, idOf(values), ifMatch);
        return succeeded;
      },
    }),
  ];
};
