/** The endpoints of suggestions. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { pathId } from '../platform/http/endpoint/record-query.js';
import { chosenSuggestions, suggestions, suggestionsExample } from './suggestion.schema.js';
import type { SuggestionService } from './suggestion.service.js';

const params = z.object({ itemId: pathId });
const shared = { tag: 'Items', params, response: suggestions } as const;
const remaining = { ...suggestionsExample, scriptures: [], chapters: [] };
const repeated = 'Returns the remaining suggestions. Safe to repeat.';

export const suggestionRoutes = (service: SuggestionService): Endpoint[] => [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/items/{itemId}/suggestions',
    operationId: 'getSuggestions',
    summary: 'Get the suggestions for an item',
    description:
      'Suggested scriptures, chapters, descriptions, topics and corrections of the transcript that have not been accepted or dismissed. Suggestions are not public.',
    scope: 'content:read',
    example: { params: { itemId: 42 }, response: suggestionsExample },
    handle: ({ caller, params: { itemId } }) => service.list(caller, itemId),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/items/{itemId}/suggestions/accept',
    operationId: 'acceptSuggestions',
    summary: 'Accept suggestions',
    description: `Makes scriptures and chapters public, sets the item's descriptions, adds topics at the end, and corrects the transcript. New topics are created. ${repeated}`,
    scope: 'content:draft',
    body: chosenSuggestions,
    example: {
      params: { itemId: 42 },
      body: { scriptures: 'all', chapters: 'all' },
      response: remaining,
    },
    handle: ({ caller, params: { itemId }, body }) => service.settle(caller, itemId, body, 'accepted'),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/items/{itemId}/suggestions/dismiss',
    operationId: 'dismissSuggestions',
    summary: 'Dismiss suggestions',
    description: `They are not suggested again when the item is processed again. ${repeated}`,
    scope: 'content:draft',
    body: chosenSuggestions,
    example: {
      params: { itemId: 42 },
      body: { scriptures: 'all', chapters: 'all' },
      response: remaining,
    },
    handle: ({ caller, params: { itemId }, body }) => service.settle(caller, itemId, body, 'dismissed'),
  }),
];
