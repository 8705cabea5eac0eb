/** Input of the webhook endpoints, and how webhooks and deliveries are listed. */
import { z } from 'zod';
import type { ListSpec } from '../platform/db/list-query.js';
import { httpUrl, text } from '../platform/lib/fields.js';
import { deliveryStatuses, eventTypes, itemEventTypes } from './webhook.record.js';

const fields = {
  url: httpUrl
    .refine((value) => !URL.canParse(value) || !new URL(value).username, 'must not contain a user name')
    .refine((value) => !URL.canParse(value) || !new URL(value).password, 'must not contain a password')
    .meta({ description: 'https on a public address, unless this installation allows private ones.' }),
  events: z
    .array(z.enum(itemEventTypes))
    .min(1)
    .transform((events) => [...new Set(events)]),
  description: text(1_000).nullable(),
  enabled: z.boolean(),
};

export const newWebhook = z
  .strictObject({
    ...fields,
    description: fields.description.default(null),
    enabled: fields.enabled.default(true),
  })
  .meta({ id: 'NewWebhook' });

export const webhookChanges = z.strictObject(fields).partial().meta({ id: 'WebhookChanges' });

export type NewWebhook = z.output<typeof newWebhook>;
export type WebhookChanges = z.output<typeof webhookChanges>;

export const webhookList: ListSpec<'webhook'> = {
  table: 'webhook',
  fields: {
    id: { type: 'integer' },
    url: { type: 'string' },
    description: { type: 'string', nullable: true },
    enabled: { type: 'boolean' },
    entryDate: { type: 'dateTime' },
    deletedDate: { type: 'dateTime', nullable: true },
  },
  expansions: [],
  searched: ['url', 'description'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};

export const deliveryList: ListSpec<'webhookDelivery'> = {
  table: 'webhookDelivery',
  fields: {
    id: { type: 'integer' },
    webhookId: { type: 'integer' },
    eventId: { type: 'string' },
    eventType: { type: 'enum', values: eventTypes },
    status: { type: 'enum', values: deliveryStatuses },
    attempts: { type: 'integer' },
    responseStatus: { type: 'integer', nullable: true },
    lastError: { type: 'string', nullable: true },
    entryDate: { type: 'dateTime' },
    nextAttemptDate: { type: 'dateTime', nullable: true },
    deliveredDate: { type: 'dateTime', nullable: true },
  },
  expansions: [],
  searched: ['eventType', 'lastError'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};
