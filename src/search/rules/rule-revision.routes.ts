/** The endpoints of the history of synonyms and pins. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import { MAX_REVISIONS } from './rule-revision.repository.js';
import { ruleRevision, ruleRevisionExample, ruleRevisionList } from './rule-revision.schema.js';
import type { RuleRevisionService } from './rule-revision.service.js';
import { TAG } from './rule.routes.js';

export const ruleRevisionRoutes = (revisions: RuleRevisionService): Endpoint[] => [
  endpointList({
    path: '/search/revisions',
    operationId: 'listSearchRevisions',
    summary: 'List changes of synonyms and pins',
    description: `Who created, changed or deleted what: the newest ${MAX_REVISIONS}, newest first by default. Filter by \`recordType\` and \`recordId\` for the history of one record.`,
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
