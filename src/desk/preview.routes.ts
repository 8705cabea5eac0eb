/** The endpoint of previews. */
import { clientInfoOf } from '../engagement/events/client-info.js';
import { endpoint, type Endpoint } from '../platform/http/endpoint.js';
import { TAG } from '../search/rules/rule.routes.js';
import { previewExample, previewRequest, searchPreview } from './preview.schema.js';
import type { PreviewService } from './preview.service.js';

export const previewRoutes = (service: PreviewService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/search/preview',
    operationId: 'previewSearch',
    summary: 'Preview a change of synonyms or pins',
    description:
      'The results of a query as visitors get them now, and as they would get them with the synonyms and pins in the body. Saves nothing, and counts in no report.',
    tag: TAG,
    scope: 'content:draft',
    body: previewRequest,
    response: searchPreview,
    auditing: 'none',
    example: previewExample,
    handle: ({ account, body, request }) => service.preview(account, body, clientInfoOf(request)),
  }),
];
