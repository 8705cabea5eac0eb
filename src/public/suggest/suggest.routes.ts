/** The public endpoint for search suggestions. */
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { suggestResponse, suggestQuery } from './suggest.schema.js';
import type { SuggestService } from './suggest.service.js';

const nothing = {
  id: null,
  date: null,
  urlSlug: null,
  collectionId: null,
  book: null,
  chapter: null,
  verseStart: null,
  verseEnd: null,
};

export const suggestRoutes = (suggestions: SuggestService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/search/suggest',
    name: 'suggest',
    summary: 'Autocomplete a search',
    description:
      'Completes titles of published items, and their speakers, series, topics and Bible references. All words must match in any order, whole or as a prefix. ' +
      'Words of four letters and more may have one typo, words of eight letters and more two.',
    tag: 'Search',
    scope: 'public',
    rateLimit: 'suggest',
    query: suggestQuery,
    response: suggestResponse,
    example: {
      query: { q: 'sheperd' },
      response: {
        suggestions: [
          { ...nothing, type: 'topic', id: 9, text: 'Shepherds', highlights: [[0, 8]] },
          {
            ...nothing,
            type: 'item',
            id: 42,
            text: 'The Good Shepherd',
            highlights: [[9, 17]],
            date: '2026-03-01',
            urlSlug: 'the-good-shepherd',
            collectionId: 1,
          },
        ],
        tookMs: 0.6,
      },
    },
    handle: ({ account, query }) => suggestions.suggest(account.id, query),
  }),
];
