/** Wires webhooks: their endpoints, and the job that delivers events. */
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Links } from '../platform/lib/links.js';
import { deliverWebhookHandler, createPostEvent } from './deliver.handler.js';
import type { OutgoingRules } from '../platform/outgoing/address-rules.js';
import type { PresentPayload } from './webhook.record.js';
import { webhookRoutes } from './webhook.routes.js';
import { createWebhookService } from './webhook.service.js';
import { isoTime } from '../platform/lib/clock.js';
import { pruneDeliveries } from './delivery.repository.js';

const HOUR_MS = 60 * 60_000;
const DELIVERY_RETENTION_MS = 30 * 24 * HOUR_MS;

export const createWebhooksModule = (
  { db, clock, log, secretKey, quotas }: ModuleContext,
  {
    apiLinks,
    rules,
    presentPayload,
  }: { apiLinks: Links; rules: OutgoingRules; presentPayload: PresentPayload },
) => {
  const webhooks = createWebhookService({ db, clock, quotas, secretKey, rules, presentPayload });
  return {
    ...emptyModule,
    endpoints: { private: webhookRoutes(webhooks) },
    /** How the trash restores a webhook. */
    restorers: { webhook: (caller: Caller, { id }: { id: number }) => webhooks.restore(caller, id) },
    jobs: {
      deliverWebhook: deliverWebhookHandler({
        db,
        clock,
        log,
        secretKey,
        apiLinks,
        presentPayload,
        post: createPostEvent(rules),
      }),
    },
    maintenance: [
      {
        name: 'webhook deliveries',
        everyMs: HOUR_MS,
        run: async () => {
          await pruneDeliveries(db, isoTime(clock, -DELIVERY_RETENTION_MS));
        },
      },
    ],
  } satisfies Module & Record<string, unknown>;
};
