/** The endpoint that runs a check. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../platform/http/endpoint.js';
import { pathId } from '../platform/http/record-query.js';
import { checkExample, checkRecord } from '../search/checks/check.schema.js';
import { TAG } from '../search/rules/rule.routes.js';
import { runOneCheck, type CheckDeps } from './run-checks.js';

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
