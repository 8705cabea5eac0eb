/** Wires webhooks: their endpoints, and the job that delivers events. */
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import { deliverWebhookHandler } from './deliver.handler.js';
import { deliveryMaintenance } from './delivery.maintenance.js';
import { createPostEvent } from './post-event.js';
import type { PresentPayload } from './webhook.record.js';
import { webhookRoutes } from './webhook.routes.js';
import { createWebhookService } from './webhook.service.js';

export const createWebhooksModule = (
  { db, clock, log }: ModuleContext,
  {
    apiUrl,
    allowPrivate,
    presentPayload,
  }: { apiUrl: string; allowPrivate: boolean; presentPayload: PresentPayload },
): Module => ({
  ...emptyModule,
  endpoints: { private: webhookRoutes(createWebhookService({ db, clock, allowPrivate, presentPayload })) },
  jobs: {
    deliverWebhook: deliverWebhookHandler({
      db,
      clock,
      log,
      apiUrl,
      presentPayload,
      post: createPostEvent({ allowPrivate }),
    }),
  },
  maintenance: [deliveryMaintenance({ db, clock })],
});
