/** Input of the webhook endpoints, and the declarations of the lists of webhooks and deliveries. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../platform/db/list-query.js';
import { httpUrl, text, MAX_NAMES } from '../platform/lib/fields.js';
import { deliveryRecord, webhookEventTypes, webhookRecord } from './webhook.record.js';

const fields = {
  url: httpUrl
    .refine((value) => !URL.canParse(value) || !new URL(value).username, 'must not contain a user name')
    .refine((value) => !URL.canParse(value) || !new URL(value).password, 'must not contain a password')
    .meta({
      description: 'Must use https and a public address, unless this installation allows private ones.',
    }),
  events: z
    .array(z.enum(webhookEventTypes))
    .min(1)
    .max(MAX_NAMES)
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
  fields: listFields(webhookRecord),
  expansions: [],
  searched: ['url', 'description'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};

export const deliveryList: ListSpec<'webhookDelivery'> = {
  table: 'webhookDelivery',
  fields: listFields(deliveryRecord),
  expansions: [],
  searched: ['eventType', 'lastError'],
  defaultOrder: [{ field: 'id', direction: 'DESC' }],
  deletedColumn: null,
};
