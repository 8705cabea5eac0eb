/** The synonym endpoints. */
import type { Endpoint } from '../../platform/http/endpoint.js';
import { ruleEndpoints } from './rule.routes.js';
import type { RuleService } from './rule.service.js';
import { newSynonym, synonymChanges, synonymExample, synonymList, synonymRecord } from './synonym.schema.js';

export const synonymRoutes = (service: RuleService<'searchSynonym'>): Endpoint[] =>
  ruleEndpoints({
    path: '/search/synonyms',
    parameter: 'searchSynonymId',
    operationIds: {
      ...{ list: 'listSynonyms', create: 'createSynonym', get: 'getSynonym' },
      ...{ update: 'updateSynonym', delete: 'deleteSynonym' },
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
