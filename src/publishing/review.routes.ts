/** The endpoints with which contributors ask for a review of an item, and editors answer. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { pathId } from '../platform/http/endpoint/record-query.js';
import { text, visibleText } from '../platform/lib/fields.js';
import { itemExample } from '../content/items/item.record.js';
import { item } from '../content/items/item.schema.js';
import type { ReviewService } from './review.service.js';

const MAX_NOTE_LENGTH = 2_000;
const params = z.object({ itemId: pathId });
const response = z.object({ item });
const tag = 'Items';
const example = { ...itemExample, status: 'ready' as const, publishedDate: null };

const reviewRequest = z
  .strictObject({ note: text(MAX_NOTE_LENGTH).nullable().default(null) })
  .meta({ id: 'ReviewRequest' });
const reviewAnswer = z.strictObject({ note: visibleText(MAX_NOTE_LENGTH) }).meta({ id: 'ReviewAnswer' });

export const reviewRoutes = (reviews: ReviewService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/review/request',
    operationId: 'requestReview',
    summary: 'Mark an item as ready for review',
    description:
      'Sets `readyForReview` and `reviewNote`, and sends the webhook event `item.readyForReview`. `GET /items?readyForReview=true` lists such items. Publishing the item, or applying ' +
      'its pending changes, clears both. Safe to repeat: the last note counts. A public item needs pending changes.',
    tag,
    scope: 'content:draft',
    params,
    body: reviewRequest,
    response,
    example: {
      params: { itemId: 42 },
      body: { note: 'Transcript read, chapters checked.' },
      response: {
        item: { ...example, readyForReview: true, reviewNote: 'Transcript read, chapters checked.' },
      },
    },
    handle: async ({ caller, params: { itemId }, body: { note } }) => ({
      item: await reviews.request(caller, itemId, note),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/review/withdraw',
    operationId: 'withdrawReview',
    summary: 'Take back that an item is ready for review',
    description: 'Clears `readyForReview` and `reviewNote`. Safe to repeat.',
    tag,
    scope: 'content:draft',
    params,
    response,
    example: { params: { itemId: 42 }, response: { item: example } },
    handle: async ({ caller, params: { itemId } }) => ({ item: await reviews.withdraw(caller, itemId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/review/return',
    operationId: 'returnForChanges',
    summary: 'Send an item back to its contributor',
    description:
      'The item must be marked as ready for review. Clears `readyForReview`; `reviewNote` is the note.',
    tag,
    scope: 'content:write',
    params,
    body: reviewAnswer,
    response,
    example: {
      params: { itemId: 42 },
      body: { note: 'The second speaker is missing.' },
      response: { item: { ...example, reviewNote: 'The second speaker is missing.' } },
    },
    handle: async ({ caller, params: { itemId }, body: { note } }) => ({
      item: await reviews.sendBack(caller, itemId, note),
    }),
  }),
];
