/** The public endpoint of autocomplete. */
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { autocompleteResponse, autocompleteQuery } from './autocomplete.schema.js';
import type { AutocompleteService } from './autocomplete.service.js';

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

export const autocompleteRoutes = (autocomplete: AutocompleteService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/search/suggest',
    operationId: 'suggest',
    summary: 'Autocomplete a search',
    description:
      'Completes titles of published items, and their speakers, series, topics and Bible references. All words must match in any order, whole or as a prefix. ' +
      'Words of four letters and more may have one typo, words of eight letters and more two.',
    tag: 'Search',
    scope: 'public',
    rateLimit: 'autocomplete',
    query: autocompleteQuery,
    response: autocompleteResponse,
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
    handle: ({ account, query }) => autocomplete.complete(account.id, query),
  }),
];
