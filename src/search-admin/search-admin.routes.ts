/** The endpoint of explanations. */
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { TAG } from '../search/rules/rule.routes.js';
import { explainExample, explainRequest, searchExplanation } from './explain.schema.js';
import type { ExplainService } from './explain.service.js';
import { z } from 'zod';
import { pathId } from '../platform/http/endpoint/record-query.js';
import { checkExample, checkRecord } from '../search/checks/check.schema.js';
import { runOneCheck, type CheckDeps } from './run-checks.js';
import { clientInfoOf } from '../engagement/events/client-info.js';
import { previewExample, previewRequest, searchPreview } from './preview.schema.js';
import type { SearchPreviewService } from './preview.service.js';

export const explainRoutes = (service: ExplainService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/search/explain',
    operationId: 'explainSearch',
    summary: 'Explain the results of a query',
    description:
      'The results as visitors get them, each with the signals that add up to the log-odds of its score; what lies just below the threshold; and where the item ' +
      '`itemId` is, or why it is missing. For an item that is not public, it also needs the scope `content:read`. Counts in no report. 503 while the search engine is down.',
    tag: TAG,
    scope: 'stats:read',
    body: explainRequest,
    response: searchExplanation,
    auditing: 'none',
    example: explainExample,
    handle: ({ account, caller, body }) => service.explain(account, caller, body),
  }),
];

/** The endpoint that runs a check. */
export const checkRunRoutes = (deps: CheckDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/search/checks/{searchCheckId}/run',
    operationId: 'runSearchCheck',
    summary: 'Run a check',
    description:
      'Searches at once, and returns the check with its new result. 503 while the search engine is down.',
    tag: TAG,
    scope: 'content:write',
    params: z.object({ searchCheckId: pathId }),
    response: z.object({ check: checkRecord }),
    auditing: 'none',
    example: { params: { searchCheckId: 7 }, response: { check: checkExample } },
    handle: async ({ account, caller, params: { searchCheckId } }) => ({
      check: await runOneCheck(deps, account, caller, searchCheckId),
    }),
  }),
];

/** The endpoint of previews. */
export const searchPreviewRoutes = (service: SearchPreviewService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/search/preview',
    operationId: 'previewSearch',
    summary: 'Preview a change of synonyms or pins',
    description:
      'The results of a query as visitors get them now, and as they would get them with the synonyms and pins in the body. Saves nothing, and counts in no report.',
    tag: TAG,
    scope: 'content:draft',
    maxJsonBytes: 1024 * 1024,
    body: previewRequest,
    response: searchPreview,
    auditing: 'none',
    example: previewExample,
    handle: ({ account, body, request }) => service.preview(account, body, clientInfoOf(request)),
  }),
];
