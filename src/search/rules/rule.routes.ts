/** The endpoints of a resource of the search desk: list, create, get, update and delete. */
import { z } from 'zod';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { ListParams, ListSpec, Page } from '../../platform/db/list-query.js';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import type { Caller } from '../../platform/lib/caller.js';
import { LONG_TEXT_BYTES } from '../../platform/lib/fields.js';
import type { Scope } from '../../platform/lib/permissions.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { newSynonym, synonymChanges, synonymExample, synonymList, synonymRecord } from './synonym.schema.js';
import { newPin, pinChanges, pinExample, pinList, pinRecord } from './pin.schema.js';
import type { RuleService } from './rule.service.js';
import { MAX_RULE_REVISIONS } from './rule-revision.repository.js';
import { ruleRevision, ruleRevisionExample, ruleRevisionList } from './rule-revision.schema.js';
import type { RuleRevisionService } from './rule-revision.service.js';

interface RuleCalls<R extends z.ZodType, N extends z.ZodType, C extends z.ZodObject> {
  /** Path of the list, e.g. `/search/pins`. */
  path: `/search/${string}`;
  /** Name of the path parameter for the record's id, e.g. `searchPinId`. */
  parameter: `${string}Id`;
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
  return [
    endpointList({
      path,
      operationId: operationIds.list,
      summary: `List ${nouns}`,
      tag: TAG,
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
      tag: TAG,
      scope: 'content:write',
      status: 201,
      maxJsonBytes: LONG_TEXT_BYTES,
      body: created,
      response: z.object({ [singular]: record }),
      errors: [409],
      example: { body: example.body as never, response: { [singular]: example.record } },
      handle: async ({ caller, body }) =>
        ({ [singular]: await service.create(caller, body as z.output<N>) }) as never,
    }),
    ...recordEndpoints({
      path: `${path}/{${parameter}}`,
      operationIds,
      singular,
      noun,
      tag: TAG,
      scopes: { read, write: 'content:write' },
      record,
      changes,
      errors: [409],
      deleting,
      example,
      service,
    }),
  ];
};

/** The synonym endpoints. */
export const synonymRoutes = (service: RuleService<'searchSynonym'>): Endpoint[] =>
  ruleEndpoints({
    path: '/search/synonyms',
    parameter: 'searchSynonymId',
    operationIds: {
      list: 'listSynonyms',
      create: 'createSynonym',
      get: 'getSynonym',
      update: 'updateSynonym',
      delete: 'deleteSynonym',
    },
    singular: 'synonym',
    plural: 'synonyms',
    noun: 'a synonym',
    nouns: 'synonyms',
    read: 'content:read',
    record: synonymRecord,
    spec: synonymList,
    created: newSynonym,
    changes: synonymChanges,
    creating:
      'Searches for `term` also search for `synonyms`; with `bothWays`, searches for one of these also search for `term` and the others. Words in quotation ' +
      'marks are searched as typed. Takes effect at once in this process, and within a second in others.',
    deleting: '`POST /search/revisions/{searchRevisionId}/restore` brings it back.',
    example: {
      id: 3,
      record: synonymExample,
      body: { term: 'communion', synonyms: ['eucharist', "Lord's supper"], bothWays: true },
      changes: { synonyms: ['eucharist'] },
    },
    service,
  });

/** The pin endpoints. */
export const pinRoutes = (service: RuleService<'searchPin'>): Endpoint[] =>
  ruleEndpoints({
    path: '/search/pins',
    parameter: 'searchPinId',
    operationIds: {
      list: 'listPins',
      create: 'createPin',
      get: 'getPin',
      update: 'updatePin',
      delete: 'deletePin',
    },
    singular: 'pin',
    plural: 'pins',
    noun: 'a pin',
    nouns: 'pins',
    read: 'content:read',
    record: pinRecord,
    spec: pinList,
    created: newPin,
    changes: pinChanges,
    creating:
      'Sets the first results of a query, and of `otherQueries`, and hides others: one record per query. Pinned items come first in their order if they are public and pass the ' +
      'filters, whatever their scores. 409 if the query already has a pin.',
    deleting: '`POST /search/revisions/{searchRevisionId}/restore` brings it back.',
    example: {
      id: 4,
      record: pinExample,
      body: { query: 'easter', otherQueries: ['resurrection sunday'], pinnedItemIds: [], hiddenItemIds: [] },
      changes: { query: 'easter sunday' },
    },
    service,
  });

/** The endpoints of the history of synonyms and pins. */
export const ruleRevisionRoutes = (revisions: RuleRevisionService): Endpoint[] => [
  endpointList({
    path: '/search/revisions',
    operationId: 'listSearchRevisions',
    summary: 'List changes of synonyms and pins',
    description: `Who created, changed or deleted what: the newest ${MAX_RULE_REVISIONS}, newest first by default. Filter by \`recordType\` and \`recordId\` for the history of one record.`,
    tag: TAG,
    scope: 'content:read',
    plural: 'revisions',
    spec: ruleRevisionList,
    record: ruleRevision,
    example: { record: ruleRevisionExample },
    handle: ({ caller, query }) => revisions.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/search/revisions/{searchRevisionId}/restore',
    operationId: 'restoreSearchRevision',
    summary: 'Restore what a revision changed',
    description:
      'Sets the record to what it was before the revision, which is a new revision: a created record is deleted, a deleted one created again under its id.',
    tag: TAG,
    scope: 'content:write',
    params: z.object({ searchRevisionId: pathId }),
    response: z.object({ revision: ruleRevision }),
    errors: [409],
    example: { params: { searchRevisionId: 12 }, response: { revision: ruleRevisionExample } },
    handle: async ({ caller, params: { searchRevisionId } }) => ({
      revision: await revisions.restore(caller, searchRevisionId),
    }),
  }),
];
