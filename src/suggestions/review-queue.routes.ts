/** The endpoints of the review queue. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { pathId, recordQuery } from '../platform/http/endpoint/record-query.js';
import {
  queuedExample,
  queuedSuggestion,
  queueExpansions,
  reviewQueue,
  suggestionEdit,
} from './review-queue.schema.js';
import type { ReviewQueueService } from './review-queue.service.js';
import { UNDO_DAYS } from './suggestion-decision.repository.js';
import { LONG_TEXT_BYTES } from '../platform/lib/fields.js';

const params = z.object({ suggestionId: pathId });
const response = z.object({ suggestion: queuedSuggestion });
const shared = { tag: 'Suggestions', params, response } as const;
const ofItem = 'Suggestions of public and scheduled items need `content:write`.';
const example = { params: { suggestionId: queuedExample.id } };

export const reviewQueueRoutes = (queue: ReviewQueueService): Endpoint[] => [
  endpointList({
    path: '/suggestions',
    operationId: 'listSuggestions',
    summary: 'List the suggestions that wait for review',
    description:
      'Suggestions of all kinds for all items, with the passage that each comes from. By default those of the newest items come first, each item’s in the order of its recording.',
    tag: 'Suggestions',
    scope: 'content:read',
    plural: 'suggestions',
    spec: reviewQueue,
    record: queuedSuggestion,
    example: { record: queuedExample },
    handle: ({ caller, query }) => queue.list(caller, query),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/suggestions/{suggestionId}',
    operationId: 'getSuggestion',
    summary: 'Get a suggestion that waits',
    scope: 'content:read',
    query: recordQuery(queueExpansions).omit({ _withDeleted: true }),
    example: { ...example, response: { suggestion: queuedExample } },
    handle: async ({ caller, params: { suggestionId }, query: { _expand } }) => ({
      suggestion: await queue.get(caller, suggestionId, _expand),
    }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/suggestions/{suggestionId}/accept',
    operationId: 'acceptSuggestion',
    summary: 'Accept a suggestion, as it is or changed',
    description: `Like \`POST /items/{itemId}/suggestions/accept\`. \`text\` and \`startMs\` are accepted instead of the suggested ones. A correction replaces all its words in the transcript, as one revision. Safe to repeat. ${ofItem}`,
    scope: 'content:draft',
    supportsIfMatch: true,
    maxJsonBytes: LONG_TEXT_BYTES,
    body: suggestionEdit,
    example: {
      ...example,
      body: { text: 'Psalm 23:1-3' },
      response: {
        suggestion: {
          ...queuedExample,
          status: 'accepted',
          text: 'Psalms 23:1-3',
          passage: null,
          scripture: { book: 'PSA', chapter: 23, verseStart: 1, verseEnd: 3, keyVerse: true },
        },
      },
    },
    handle: async ({ caller, params: { suggestionId }, body: edit, conditions: { ifMatch } }) => ({
      suggestion: await queue.decide(caller, suggestionId, 'accepted', { edit, ifMatch }),
    }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/suggestions/{suggestionId}/dismiss',
    operationId: 'dismissSuggestion',
    summary: 'Dismiss a suggestion',
    description: `It is not suggested again. Safe to repeat. ${ofItem}`,
    scope: 'content:draft',
    supportsIfMatch: true,
    example: {
      ...example,
      response: { suggestion: { ...queuedExample, status: 'dismissed', passage: null } },
    },
    handle: async ({ caller, params: { suggestionId }, conditions: { ifMatch } }) => ({
      suggestion: await queue.decide(caller, suggestionId, 'dismissed', { ifMatch }),
    }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/suggestions/{suggestionId}/undo',
    operationId: 'undoSuggestion',
    summary: 'Undo the decision about a suggestion',
    description:
      'What accepting or dismissing it changed is as before, and the suggestion waits again under its id. This includes decisions by the endpoints of an item. Possible for ' +
      `${UNDO_DAYS} days, and as long as nobody has changed the same since: otherwise 409. ${ofItem}`,
    scope: 'content:draft',
    example: { ...example, response: { suggestion: queuedExample } },
    handle: async ({ caller, params: { suggestionId } }) => ({
      suggestion: await queue.undo(caller, suggestionId),
    }),
  }),
];
