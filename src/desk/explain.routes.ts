/** The endpoint of explanations. */
import { endpoint, type Endpoint } from '../platform/http/endpoint.js';
import { TAG } from '../search/rules/rule.routes.js';
import { explainExample, explainRequest, searchExplanation } from './explain.schema.js';
import type { ExplainService } from './explain.service.js';

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
