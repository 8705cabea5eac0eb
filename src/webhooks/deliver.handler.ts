/** Job: sends one delivery. Signs it, records the outcome, and retries with back-off for about a day. */
import { Webhook } from 'standardwebhooks';
import type { Db } from '../platform/db/dialect.js';
import { findRow, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../platform/jobs/job.types.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import type { Links } from '../platform/lib/links.js';
import { messageOf } from '../platform/lib/errors.js';
import type { Log } from '../platform/lib/log.js';
import type { SecretKey } from '../platform/secrets/secret-key.js';
import { signingSecrets } from './webhook-secrets.js';
import type { PresentPayload } from './webhook.record.js';
import { enqueueDeliveries, findDelivery, updateDelivery } from './delivery.repository.js';
import type { PostEvent } from './post-event.js';

const SEC_MS = 1_000;
const MIN_MS = 60 * SEC_MS;
const HOUR_MS = 60 * MIN_MS;
/** Delays between attempts, about a day in total; after the last one the delivery has failed. */
const RETRY_DELAYS_MS = [
  5 * SEC_MS,
  30 * SEC_MS,
  2 * MIN_MS,
  10 * MIN_MS,
  30 * MIN_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];
const JITTER = 0.2;
/** Concurrent attempts per webhook, so that a slow receiver leaves room for the others. */
const MAX_CONCURRENT = 8;
/** A delivery over that limit is postponed by this long for each one already postponed, up to a minute. */
const POSTPONE_MS = 250;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  secretKey: SecretKey;
  post: PostEvent;
  /** Links of this API as receivers reach it. */
  apiLinks: Links;
  presentPayload: PresentPayload;
}

export const deliverWebhookHandler = ({
  db,
  clock,
  log,
  secretKey,
  post,
  apiLinks,
  presentPayload,
}: Deps): JobHandler<'deliverWebhook'> => {
  /** By webhook with attempts in progress: their number, and the number of postponed deliveries. */
  const busy = new Map<number, { attempts: number; postponed: number }>();

  /** Ends this job and enqueues another one. */
  const retryIn = async (delivery: Row<'webhookDelivery'>, delayMs: number): Promise<JobOutcome> => {
    await enqueueDeliveries(db, clock, delivery.accountId, [delivery.id], delayMs);
    return undefined;
  };

  const deliver = async (
    { accountId, payload: { deliveryId } }: Job<'deliverWebhook'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const delivery = await findDelivery(db, accountId, deliveryId);
    if (delivery?.status !== 'waiting') return undefined;
    const webhook = await findRow(db, 'webhook', accountId, delivery.webhookId);
    if (webhook?.enabled !== 1) {
      const lastError = `The webhook is ${webhook ? 'disabled' : 'deleted'}`;
      await updateDelivery(db, accountId, deliveryId, { status: 'failed', lastError, nextAttemptDate: null });
      return undefined;
    }
    const waitMs = Date.parse(delivery.nextAttemptDate ?? '') - clock.now().getTime();
    // The job ran twice: its first run has already scheduled the next attempt.
    if (waitMs > 0) return retryIn(delivery, waitMs);

    const load = busy.get(webhook.id) ?? { attempts: 0, postponed: 0 };
    if (load.attempts >= MAX_CONCURRENT)
      return retryIn(delivery, Math.min(MIN_MS, POSTPONE_MS * ++load.postponed));
    busy.set(webhook.id, load);
    load.attempts++;
    try {
      return await send(delivery, webhook, stopping);
    } finally {
      if (--load.attempts === 0) busy.delete(webhook.id);
    }
  };

  const send = async (
    delivery: Row<'webhookDelivery'>,
    webhook: Row<'webhook'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const body = presentPayload(delivery.payload, apiLinks);
    let status: number | null = null;
    let problem: string | null = null;
    try {
      const headers = headersOf(
        signingSecrets(secretKey, webhook, clock.now()),
        delivery.eventId,
        clock.now(),
        body,
      );
      status = await post({ url: webhook.url, headers, body }, stopping);
      if (status < 200 || status > 299) problem = `The receiver responded with ${status}`;
    } catch (error) {
      if (stopping.aborted) return postponed;
      problem = messageOf(error) || 'No response';
    }
    await record(delivery, status, problem);
    return undefined;
  };

  /** Records an attempt, and schedules the next one if it failed and was not the last. */
  const record = (
    { id, accountId, webhookId, attempts: before }: Row<'webhookDelivery'>,
    responseStatus: number | null,
    problem: string | null,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const attempts = before + 1;
      const outcome = { attempts, responseStatus, lastError: problem?.slice(0, 1_000) ?? null };
      if (problem === null) {
        const deliveredDate = isoTime(clock);
        await updateDelivery(trx, accountId, id, {
          ...outcome,
          status: 'delivered',
          deliveredDate,
          nextAttemptDate: null,
        });
        return;
      }
      const gone = responseStatus === 410;
      const delayMs = gone ? undefined : RETRY_DELAYS_MS[before];
      if (gone) {
        await updateRow(trx, 'webhook', accountId, webhookId, { enabled: 0, updatedDate: isoTime(clock) });
        log.info({ accountId, webhookId }, 'a webhook responded 410 Gone and was disabled');
      }
      if (delayMs === undefined) {
        await updateDelivery(trx, accountId, id, { ...outcome, status: 'failed', nextAttemptDate: null });
        return;
      }
      const withJitterMs = delayMs * (1 + Math.random() * JITTER);
      await updateDelivery(trx, accountId, id, { ...outcome, nextAttemptDate: isoTime(clock, withJitterMs) });
      await enqueueDeliveries(trx, clock, accountId, [id], withJitterMs);
    });

  return {
    // One delivery per job, so that each ends independently; the worker runs many concurrently.
    batchSize: 1,
    run: (jobs, stopping) => Promise.all(jobs.map((job) => deliver(job, stopping))),
  };
};

/** The headers of Standard Webhooks, with one signature per secret. */
const headersOf = (
  secrets: readonly string[],
  id: string,
  now: Date,
  body: string,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Lectern-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
});
