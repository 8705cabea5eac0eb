/** The public search endpoints. */
import type { z } from 'zod';
import { endpoint, envelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { clientInfoOf } from '../../engagement/events/client-info.js';
import { publicItemExample } from '../items/public-item.schema.js';
import { searchResponse, searchBody, searchQuery } from './search.schema.js';
import type { PublicSearchService } from './public-search.service.js';

const example: z.input<typeof searchResponse> = {
  searchId: '0b6f2c0e-6f0e-4a53-9d0c-0d2f1c1c6a11',
  query: 'why am I afraid of the dark valley',
  mode: 'hybrid',
  interpretation: { language: 'en' },
  results: [
    {
      score: 0.82,
      item: publicItemExample,
      passages: [
        {
          text: 'The valley is dark because the walls are high. The shepherd does not go round it.',
          highlights: [
            [4, 10],
            [14, 18],
          ],
          startMs: 512_000,
          endMs: 563_500,
          mediaAssetId: 7,
          speaker: null,
          score: 0.79,
        },
      ],
    },
  ],
  related: [],
  limit: 10,
  offset: 0,
  page: 0,
  totalRecords: 1,
  totalIsExact: true,
  totalPages: 1,
  hasMore: false,
  tookMs: 8.4,
};

/** Ten times the longest query, in any script. */
const MAX_BODY_BYTES = 16 * 1024;

const common = {
  path: '/search',
  summary: 'Search items by meaning and by words',
  description:
    'Returns items with their best passages. If `q` contains a scripture reference ("jn 3:16", "first corinthians 13"), items on it come first. If semantic ' +
    'search is unavailable, words are searched and `mode` is `keyword`. Without `q`, all items that match the filters are listed, newest first: `mode` is ' +
    '`browse`, there are no scores and passages, and reports do not count it as a search.',
  tag: 'Search',
  scope: 'public',
  rateLimit: 'search',
  response: searchResponse,
} as const;

const paged = <A extends { limit: number; offset: number; totalRecords: number }>(result: A) => ({
  ...result,
  ...envelope(result.limit, result.offset, result.totalRecords),
});

export const searchRoutes = (searches: PublicSearchService): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    operationId: 'search',
    query: searchQuery,
    example: { query: { q: example.query }, response: example },
    handle: async ({ account, query, request }) =>
      paged(await searches.search(account, query, clientInfoOf(request))),
  }),
  endpoint({
    ...common,
    method: 'POST',
    operationId: 'searchByBody',
    summary: 'Search items, with parameters as JSON',
    body: searchBody,
    maxJsonBytes: MAX_BODY_BYTES,
    example: { body: { q: example.query, limit: 10, passages: 1 }, response: example },
    handle: async ({ account, body, request }) =>
      paged(await searches.search(account, body, clientInfoOf(request))),
  }),
];
