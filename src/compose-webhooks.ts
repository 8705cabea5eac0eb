/** The part of compose that is about webhooks: their endpoints, and the job that sends what happened. */
import type { Config } from './config.js';
import type { Db } from './db/dialect.js';
import type { ChoreHandlers } from './jobs/job.types.js';
import type { Clock } from './lib/clock.js';
import type { Log } from './lib/log.js';
import { deliverWebhookHandler } from './webhooks/deliver.handler.js';
import { deliveryHousekeeping } from './webhooks/delivery.housekeeping.js';
import { createPostEvent } from './webhooks/post-event.js';
import { webhookRoutes } from './webhooks/webhook.routes.js';
import { createWebhookService } from './webhooks/webhook.service.js';

export const composeWebhooks = ({
  config,
  db,
  clock,
  log,
}: {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
}) => {
  const allowPrivate = config.webhooksAllowPrivate;
  const apiUrl = `${config.apiAddress ?? `http://localhost:${config.privatePort}`}/v2`;
  const handlers: Pick<ChoreHandlers, 'deliverWebhook'> = {
    deliverWebhook: deliverWebhookHandler({
      db,
      clock,
      log,
      apiUrl,
      post: createPostEvent({ allowPrivate }),
    }),
  };
  return {
    endpoints: webhookRoutes(createWebhookService({ db, clock, allowPrivate })),
    handlers,
    housekeeping: [deliveryHousekeeping({ db, clock })],
  };
};
