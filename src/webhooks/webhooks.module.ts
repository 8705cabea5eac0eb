/** The part of createApp that is about webhooks: their endpoints, and the job that sends what happened. */
import type { Config } from '../config.js';
import type { Db } from '../platform/db/dialect.js';
import type { BackgroundJobHandlers } from '../platform/jobs/job.types.js';
import type { Clock } from '../platform/lib/clock.js';
import type { Log } from '../platform/lib/log.js';
import { deliverWebhookHandler } from './deliver.handler.js';
import { deliveryMaintenance } from './delivery.maintenance.js';
import { createPostEvent } from './post-event.js';
import { webhookRoutes } from './webhook.routes.js';
import { createWebhookService } from './webhook.service.js';

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
  const apiUrl = `${config.apiBaseUrl ?? `http://localhost:${config.privatePort}`}/v2`;
  const handlers: Pick<BackgroundJobHandlers, 'deliverWebhook'> = {
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
    maintenance: [deliveryMaintenance({ db, clock })],
  };
};
