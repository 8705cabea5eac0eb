/** The endpoints of preview links. */
import { z } from 'zod';
import { command, endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import {
  MAX_LINKS,
  newPreviewLink,
  previewLink,
  previewLinkExample,
  previewLinkList,
} from './preview-link.schema.js';
import type { PreviewLinkService } from './preview-link.service.js';

const tag = 'Items';
const ofItem = z.object({ itemId: pathId });

/** @param addressOf the page of the link with this secret, on the public host of the account */
export const previewLinkRoutes = (
  links: PreviewLinkService,
  addressOf: (shortName: string, secret: string) => string,
): Endpoint[] => [
  endpointList({
    path: '/items/{itemId}/preview-links',
    operationId: 'listPreviewLinks',
    summary: 'List the preview links of an item',
    description: 'Links that have expired are deleted.',
    tag,
    scope: 'content:draft',
    params: ofItem,
    plural: 'previewLinks',
    spec: previewLinkList,
    record: previewLink,
    example: { params: { itemId: 42 }, record: previewLinkExample },
    handle: ({ caller, params: { itemId }, query }) => links.list(caller, itemId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/preview-links/create',
    operationId: 'createPreviewLink',
    summary: 'Create a preview link',
    description:
      'Whoever has `url` sees the page of the item on the public host, published or not, with its pending changes and its recording, until the link expires, is deleted, or the item is deleted. ' +
      `The page is not indexed and counts in no report. \`url\` is returned only once. At most ${MAX_LINKS} links per item.`,
    tag,
    scope: 'content:draft',
    status: 201,
    encrypted: true,
    params: ofItem,
    body: newPreviewLink,
    response: z.object({ previewLink, url: z.string() }),
    example: {
      params: { itemId: 42 },
      body: { name: 'For the speaker' },
      response: {
        previewLink: previewLinkExample,
        url: 'https://demo.search.example.org/preview/Vb1rV0Xb6o3yYk2mQ9sT4wJ8nRe5uPzL7cKdHgFaXiE',
      },
    },
    handle: async ({ account, caller, params: { itemId }, body }) => {
      const created = await links.create(caller, itemId, body);
      return { previewLink: created.previewLink, url: addressOf(account.shortName, created.secret) };
    },
  }),
  command({
    method: 'DELETE',
    path: '/preview-links/{previewLinkId}',
    operationId: 'deletePreviewLink',
    summary: 'Revoke a preview link',
    tag,
    scope: 'content:draft',
    params: z.object({ previewLinkId: pathId }),
    example: { params: { previewLinkId: 3 } },
    handle: ({ caller, params: { previewLinkId }, conditions: { ifMatch } }) =>
      links.remove(caller, previewLinkId, ifMatch),
  }),
];
