/** The job that sends one delivery: signed, recorded, tried again with back-off for about a day. */
import { Webhook } from 'standardwebhooks';
import type { Db } from '../platform/db/dialect.js';
import { findRow, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../platform/jobs/job.types.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { messageOf } from '../platform/lib/errors.js';
import type { Log } from '../platform/lib/log.js';
import { withAddress } from '../platform/lib/own-address.js';
import { enqueueDeliveries, findDelivery, updateDelivery } from './delivery.repository.js';
import type { PostEvent } from './post-event.js';

const SEC_MS = 1_000;
const MIN_MS = 60 * SEC_MS;
const HOUR_MS = 60 * MIN_MS;
/** From a failed try to the next; after the last of them the delivery has failed. About a day in all. */
const RETRY_MS = [
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
/** Tries under way at one webhook, so that a slow receiver leaves room for the others. */
const AT_ONCE = 8;
/** What is too much for a webhook now waits this long for each delivery that waits so already, up to a minute. */
const CROWDED_MS = 250;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  post: PostEvent;
  /** This API's address as receivers reach it, its prefix included. */
  apiUrl: string;
}

export const deliverWebhookHandler = ({
  db,
  clock,
  log,
  post,
  apiUrl,
}: Deps): JobHandler<'deliverWebhook'> => {
  /** By webhook: tries under way, and deliveries sent away since there was none. */
  const crowds = new Map<number, { trying: number; waiting: number }>();

  /** This job ends, another follows. */
  const later = async (delivery: Row<'webhookDelivery'>, delayMs: number): Promise<JobOutcome> => {
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
    // The job ran twice: its first run has settled when the next try is due.
    if (waitMs > 0) return later(delivery, waitMs);

    const crowd = crowds.get(webhook.id) ?? { trying: 0, waiting: 0 };
    if (crowd.trying >= AT_ONCE) return later(delivery, Math.min(MIN_MS, CROWDED_MS * ++crowd.waiting));
    crowds.set(webhook.id, crowd);
    crowd.trying++;
    try {
      return await send(delivery, webhook, stopping);
    } finally {
      if (--crowd.trying === 0) crowds.delete(webhook.id);
    }
  };

  const send = async (
    delivery: Row<'webhookDelivery'>,
    webhook: Row<'webhook'>,
    stopping: AbortSignal,
  ): Promise<JobOutcome> => {
    const body = withAddress(delivery.payload, apiUrl);
    let status: number | null = null;
    let problem: string | null = null;
    try {
      const headers = headersOf(webhook, delivery.eventId, clock.now(), body);
      status = await post({ url: webhook.url, headers, body }, stopping);
      if (status < 200 || status > 299) problem = `The answer was ${status}`;
    } catch (error) {
      if (stopping.aborted) return postponed;
      problem = messageOf(error) || 'no answer';
    }
    await record(delivery, status, problem);
    return undefined;
  };

  /** How the try ended; a try that failed is followed by another, until the last. */
  const record = (
    { id, accountId, webhookId, attempts: before }: Row<'webhookDelivery'>,
    responseStatus: number | null,
    problem: string | null,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const attempts = before + 1;
      const tried = { attempts, responseStatus, lastError: problem?.slice(0, 1_000) ?? null };
      if (problem === null) {
        const deliveredDate = isoTime(clock);
        await updateDelivery(trx, accountId, id, {
          ...tried,
          status: 'delivered',
          deliveredDate,
          nextAttemptDate: null,
        });
        return;
      }
      const gone = responseStatus === 410;
      const delayMs = gone ? undefined : RETRY_MS[before];
      if (gone) {
        await updateRow(trx, 'webhook', accountId, webhookId, { enabled: 0, updatedDate: isoTime(clock) });
        log.info({ accountId, webhookId }, 'a webhook is gone (410) and disabled');
      }
      if (delayMs === undefined) {
        await updateDelivery(trx, accountId, id, { ...tried, status: 'failed', nextAttemptDate: null });
        return;
      }
      const spread = delayMs * (1 + Math.random() * JITTER);
      await updateDelivery(trx, accountId, id, { ...tried, nextAttemptDate: isoTime(clock, spread) });
      await enqueueDeliveries(trx, clock, accountId, [id], spread);
    });

  return {
    // One a job: each ends by itself. The worker runs many side by side.
    batchSize: 1,
    run: (jobs, stopping) => Promise.all(jobs.map((job) => deliver(job, stopping))),
  };
};

/** The headers of Standard Webhooks; for a while after a change of the secret, signed with both. */
const headersOf = (webhook: Row<'webhook'>, id: string, now: Date, body: string): Record<string, string> => {
  const { secret, previousSecret, previousSecretUntil } = webhook;
  const both = previousSecret && (previousSecretUntil ?? '') > now.toISOString();
  const secrets = both ? [secret, previousSecret] : [secret];
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Lectern-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((key) => new Webhook(key).sign(id, now, body)).join(' '),
  };
};
