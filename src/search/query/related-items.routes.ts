/** The private endpoint for related items. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import type { RelatedItemService } from './related-items.service.js';
import { itemExample, itemRecord } from '../../content/records/item.record.js';

/** Shared with the public host. */
export const relatedQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50).default(10).meta({ type: 'integer' }),
});

export const relatedItemRoutes = (items: RelatedItemService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/related',
    name: 'getRelatedItems',
    summary: 'List related items',
    description:
      'Processed items with similar content, published or not, nearest first. Empty while the search index is unavailable.',
    tag: 'Items',
    scope: 'content:read',
    params: z.object({ itemId: pathId }),
    query: relatedQuery,
    response: z.object({ items: z.array(itemRecord) }),
    example: { params: { itemId: 42 }, response: { items: [itemExample] } },
    handle: async ({ caller, params: { itemId }, query }) => ({
      items: await items.related(caller, itemId, query.limit),
    }),
  }),
];
