/** The webhook endpoints (scope admin). */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { recordEndpoints } from '../platform/http/endpoint/record-endpoints.js';
import { deletedQuery, pathId } from '../platform/http/endpoint/record-query.js';
import { deliveryExample, deliveryRecord, deliveryWithPayload, webhookExample } from './webhook.record.js';
import { webhookRecord as webhook } from './webhook.record.js';
import { deliveryList, newWebhook, webhookChanges, webhookList } from './webhook.schema.js';
import type { WebhookService } from './webhook.service.js';

const params = z.object({ webhookId: pathId });
const deliveryParams = z.object({ webhookId: pathId, webhookDeliveryId: pathId });
const withSecret = z.object({
  webhook,
  secret: z.string().meta({ description: 'Signs the deliveries. Returned only in this response.' }),
});
const delivery = z.object({ delivery: deliveryRecord });
const ofWebhook = { webhookId: 5 };
const secretExample = { webhook: webhookExample, secret: 'whsec_…' };
const ofDelivery = { webhookId: 5, webhookDeliveryId: 81 };
const waiting = {
  ...deliveryExample,
  status: 'waiting' as const,
  attempts: 0,
  responseStatus: null,
  nextAttemptDate: '2026-03-02T09:30:00.000Z',
  deliveredDate: null,
};
const common = { tag: 'Webhooks', scope: 'admin' } as const;

export const webhookRoutes = (webhooks: WebhookService): Endpoint[] => [
  endpointList({
    ...common,
    path: '/webhooks',
    operationId: 'listWebhooks',
    recent: false,
    summary: 'List webhooks',
    plural: 'webhooks',
    spec: webhookList,
    record: webhook,
    example: { record: webhookExample },
    handle: ({ caller, query }) => webhooks.list(caller, query),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/create',
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Item events are sent to `url` as described by Standard Webhooks, signed with the secret. The secret is returned only in this response.',
    status: 201,
    encrypted: true,
    recent: true,
    body: newWebhook,
    response: withSecret,
    example: {
      body: { url: webhookExample.url, events: webhookExample.events, description: 'Rebuilds the site' },
      response: secretExample,
    },
    handle: ({ caller, body }) => webhooks.create(caller, body),
  }),
  ...recordEndpoints({
    path: '/webhooks/{webhookId}',
    operationIds: {
      get: 'getWebhook',
      update: 'updateWebhook',
      delete: 'deleteWebhook',
      restore: 'restoreWebhook',
    },
    singular: 'webhook',
    noun: 'a webhook',
    tag: common.tag,
    scopes: { read: common.scope, write: common.scope },
    recent: true,
    record: webhook,
    query: deletedQuery,
    changes: webhookChanges,
    deleting: 'Pending deliveries are not sent.',
    restoring: 'It has the secret that it had. Events of the meantime are not sent.',
    example: { id: ofWebhook.webhookId, record: webhookExample, changes: { enabled: true } },
    service: webhooks,
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    summary: "Rotate a webhook's secret",
    description: 'For 24 hours, deliveries are signed with both secrets.',
    recent: true,
    params,
    response: withSecret,
    example: { params: ofWebhook, response: secretExample },
    handle: ({ caller, params: { webhookId } }) => webhooks.rotateSecret(caller, webhookId),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/{webhookId}/ping',
    operationId: 'pingWebhook',
    recent: false,
    summary: 'Send a ping event to a webhook',
    errors: [422],
    params,
    response: delivery,
    example: { params: ofWebhook, response: { delivery: { ...waiting, eventType: 'ping' } } },
    handle: async ({ account, params: { webhookId } }) => ({
      delivery: await webhooks.ping(account.id, webhookId),
    }),
  }),
  endpointList({
    ...common,
    path: '/webhooks/{webhookId}/deliveries',
    operationId: 'listWebhookDeliveries',
    recent: false,
    summary: 'List the deliveries of a webhook',
    description: 'Newest first by default. Deliveries are kept for 30 days.',
    params,
    plural: 'deliveries',
    spec: deliveryList,
    record: deliveryRecord,
    example: { params: ofWebhook, record: deliveryExample },
    handle: ({ account, params: { webhookId }, query }) =>
      webhooks.listDeliveries(account.id, webhookId, query),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries/{webhookDeliveryId}',
    operationId: 'getWebhookDelivery',
    recent: false,
    summary: 'Get a delivery with its payload',
    params: deliveryParams,
    response: z.object({ delivery: deliveryWithPayload }),
    example: {
      params: ofDelivery,
      response: {
        delivery: {
          ...deliveryExample,
          payload: { type: 'item.published', timestamp: deliveryExample.entryDate, data: {} },
        },
      },
    },
    handle: async ({ account, params: { webhookId, webhookDeliveryId }, request: { links } }) => ({
      delivery: await webhooks.getDelivery(account.id, links, webhookId, webhookDeliveryId),
    }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{webhookDeliveryId}/redeliver',
    operationId: 'redeliverWebhook',
    recent: false,
    summary: 'Redeliver an event',
    description: 'Sends it now with the same `webhook-id`, and retries like a new delivery.',
    errors: [422],
    params: deliveryParams,
    response: delivery,
    example: { params: ofDelivery, response: { delivery: waiting } },
    handle: async ({ account, params: { webhookId, webhookDeliveryId } }) => ({
      delivery: await webhooks.redeliver(account.id, webhookId, webhookDeliveryId),
    }),
  }),
];
