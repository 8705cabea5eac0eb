/** The schemas of webhooks and deliveries. */
import { z } from 'zod';
import type { Links } from '../platform/lib/links.js';
import { author } from '../platform/http/callers/author.js';
import { exampleOf } from '../platform/lib/example.js';
import { dateTimeOutput } from '../platform/lib/fields.js';
import type { StoredOf } from '../platform/lib/present.js';

export const itemEventTypes = [
  'item.suggestionsReady',
  'item.ready',
  'item.readyForReview',
  'item.published',
  'item.updated',
  'item.unpublished',
  'item.deleted',
  'item.purged',
  'item.error',
] as const;
export type ItemEventType = (typeof itemEventTypes)[number];

/** What webhooks can subscribe to. */
export const webhookEventTypes = [...itemEventTypes, 'search.checkFailed', 'stats.digest'] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** All event types; `ping` is sent only on request. */
const eventTypes = [...webhookEventTypes, 'ping'] as const;
const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

export const webhookRecord = z
  .object({
    id: z.int(),
    url: z.string(),
    events: z.array(z.enum(webhookEventTypes)),
    description: z.string().nullable(),
    enabled: z.boolean().meta({
      description: 'If false, nothing is sent. Your server can respond 410 Gone to disable the webhook.',
    }),
    createdBy: author.nullable(),
    entryDate: dateTimeOutput,
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'Webhook' });

export type WebhookRecord = StoredOf<typeof webhookRecord>;

const deliveryFields = {
  id: z.int(),
  webhookId: z.int(),
  eventId: z.string().meta({
    description:
      'The `webhook-id` header: the same for every attempt, so that receivers can detect duplicates.',
  }),
  eventType: z.enum(eventTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  responseStatus: z.int().nullable().meta({ description: 'HTTP status of the last response.' }),
  lastError: z.string().nullable(),
  entryDate: dateTimeOutput,
  nextAttemptDate: dateTimeOutput.nullable(),
  deliveredDate: dateTimeOutput.nullable(),
};

export const deliveryRecord = z.object(deliveryFields).meta({ id: 'WebhookDelivery' });

export const deliveryWithPayload = z
  .object({
    ...deliveryFields,
    payload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The request body: {type, timestamp, data}.' }),
  })
  .meta({ id: 'WebhookDeliveryWithPayload' });

export type DeliveryRecord = StoredOf<typeof deliveryRecord>;
export type DeliveryWithPayload = StoredOf<typeof deliveryWithPayload>;

/** Converts a stored payload to the form in which it is sent, with absolute URLs below the base URL. */
export type PresentPayload = (payload: string, links: Links) => string;

export const webhookExample = exampleOf(webhookRecord, {
  id: 5,
  url: 'https://site.example.org/hooks/lectern',
  events: ['item.published', 'item.updated', 'item.unpublished', 'item.deleted'],
  description: 'Rebuilds the site',
  enabled: true,
  entryDate: '2026-03-01T12:00:00.000Z',
});

export const deliveryExample = exampleOf(deliveryRecord, {
  id: 81,
  webhookId: 5,
  eventId: 'evt_9b2f6c1e-5d0a-4a3e-8f57-0c4f1f6f2d11',
  eventType: 'item.published',
  status: 'delivered',
  attempts: 1,
  responseStatus: 204,
  entryDate: '2026-03-02T09:00:00.000Z',
  deliveredDate: '2026-03-02T09:00:00.412Z',
});
