/** The private endpoint for related items. */
import { z } from 'zod';
import { endpoint, envelope, listEnvelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId, queryInteger } from '../../platform/http/endpoint/record-query.js';
import { MAX_RELATED, type RelatedItemService } from './related-items.service.js';
import { itemExample, itemRecord } from '../../content/items/item.record.js';

const DEFAULT_LIMIT = 10;

/** Shared with the public host. */
export const relatedQuery = z.strictObject({
  limit: queryInteger(1, MAX_RELATED)
    .optional()
    .meta({ default: DEFAULT_LIMIT } as never),
  offset: queryInteger(0, MAX_RELATED)
    .optional()
    .meta({ default: 0 } as never),
});

/** The requested page of the related items. */
export const relatedPage = <R>(
  related: readonly R[],
  { limit = DEFAULT_LIMIT, offset = 0 }: z.output<typeof relatedQuery>,
): { items: R[] } & ReturnType<typeof envelope> => {
  return { items: related.slice(offset, offset + limit), ...envelope(limit, offset, related.length) };
};

export const relatedItemRoutes = (items: RelatedItemService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/related',
    operationId: 'getRelatedItems',
    summary: 'List related items',
    description: `Processed items with similar content, published or not, most similar first, at most ${MAX_RELATED}. Empty while the search index is unavailable.`,
    tag: 'Items',
    scope: 'content:read',
    params: z.object({ itemId: pathId }),
    query: relatedQuery,
    response: z.object({ items: z.array(itemRecord), ...listEnvelope }),
    example: { params: { itemId: 42 }, response: relatedPage([itemExample], {}) },
    handle: async ({ caller, params: { itemId }, query }) =>
      relatedPage(await items.related(caller, itemId), query),
  }),
];
