/** The endpoints of checks, without those that run them. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { ruleEndpoints, TAG } from '../rules/rule.routes.js';
import {
  checkChanges,
  checkExample,
  checkList,
  checkRecord,
  importedChecks,
  newCheck,
} from './check.schema.js';
import { MAX_CHECKS, type CheckService } from './check.service.js';

const MAX_CSV_BYTES = 1024 * 1024;
const CSV_EXAMPLE =
  'query,itemId,maxRank,title,status,rank,checkedDate\r\nafraid of the dark valley,42,3,The Good Shepherd,passed,1,2026-03-02T09:00:00.000Z\r\n';

export const checkRoutes = (service: CheckService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/search/checks/export',
    operationId: 'exportSearchChecks',
    recent: true,
    summary: 'Export checks as CSV',
    description:
      'All checks with the titles of their items and their last results, for `POST /search/checks/import`.',
    tag: TAG,
    scope: 'stats:read',
    response: 'text/csv',
    headers: () => ({ 'Content-Disposition': 'attachment; filename="search-checks.csv"' }),
    example: { response: CSV_EXAMPLE },
    handle: async ({ caller }) => ({
      contentType: 'text/csv; charset=utf-8',
      body: await service.exportAll(caller),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/search/checks/import',
    operationId: 'importSearchChecks',
    summary: 'Import checks from CSV',
    description:
      `The first line names the columns: \`query\`, \`itemId\` and, optionally, \`maxRank\`; others are ignored. UTF-8, separated by commas or semicolons, at most ${MAX_CHECKS} checks. ` +
      'A check with the same query and item gets the new `maxRank`. If a line is invalid, nothing is imported: 422 names it, such as `3.itemId` for the third line.',
    tag: TAG,
    scope: 'content:write',
    body: { raw: ['text/csv'], maxBytes: MAX_CSV_BYTES },
    response: importedChecks,
    example: { body: CSV_EXAMPLE, response: { created: 1, updated: 0, unchanged: 0 } },
    handle: ({ caller, body: { bytes } }) => service.importAll(caller, bytes.toString('utf8')),
  }),
  endpoint({
    method: 'POST',
    path: '/search/checks/run',
    operationId: 'runSearchChecks',
    summary: 'Run all checks',
    description:
      'Has a worker run them; read their `checkedDate` and `status` afterwards. They also run after each reindex, as with another model.',
    tag: TAG,
    scope: 'content:write',
    response: z.object({ queued: z.int() }),
    auditing: 'none',
    example: { response: { queued: 12 } },
    handle: async ({ caller }) => ({ queued: await service.enqueueAll(caller) }),
  }),
  ...ruleEndpoints({
    path: '/search/checks',
    parameter: 'searchCheckId',
    operationIds: {
      list: 'listSearchChecks',
      create: 'createSearchCheck',
      get: 'getSearchCheck',
      update: 'updateSearchCheck',
      delete: 'deleteSearchCheck',
    },
    singular: 'check',
    plural: 'checks',
    noun: 'a check',
    nouns: 'checks',
    read: 'stats:read',
    record: checkRecord,
    spec: checkList,
    created: newCheck,
    changes: checkChanges,
    creating:
      'A query must find an item among its first `maxRank` results, as visitors search. The webhook event `search.checkFailed` reports when it no longer does.',
    example: {
      id: 7,
      record: checkExample,
      body: { query: 'afraid of the dark valley', itemId: 42, maxRank: 3 },
      changes: { maxRank: 5 },
    },
    service,
  }),
];
