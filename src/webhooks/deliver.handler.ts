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
import type { PresentPayload } from './webhook.record.js';
import { enqueueDeliveries, findDelivery, updateDelivery } from './delivery.repository.js';
import { Agent, request } from 'undici';
import { lookupPublic } from '../platform/lib/public-address.js';
import { addressProblem, type OutgoingRules } from '../platform/outgoing/address-rules.js';

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

const TIMEOUT_MS = 15_000;
/** Longer responses are cut off. */
const MAX_RESPONSE_BYTES = 64 * 1_024;

interface EventPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * @param stopping aborts the attempt
 * @returns the HTTP status of the response; redirects are not followed
 * @throws {Error} when there is no response in time, or the URL is not allowed
 */
type PostEvent = (post: EventPost, stopping: AbortSignal) => Promise<number>;

export const createPostEvent = ({
  timeoutMs = TIMEOUT_MS,
  ...rules
}: OutgoingRules & { timeoutMs?: number }): PostEvent => {
  const dispatcher = new Agent({
    // Each event has its own connection, to the address that was checked.
    pipelining: 0,
    connect: { timeout: timeoutMs, ...(!rules.allowPrivate && { lookup: lookupPublic }) },
  });
  return async ({ url: address, headers, body }, stopping) => {
    const url = new URL(address);
    const problem = addressProblem(url, rules);
    if (problem) throw new Error(`The URL ${problem}`);
    stopping.throwIfAborted();
    const attempt = new AbortController();
    const { signal } = attempt;
    const stop = (): void => attempt.abort(stopping.reason);
    const timer = setTimeout(
      () => attempt.abort(new Error(`No response within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    stopping.addEventListener('abort', stop, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    };
    try {
      const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
      // Reads the rest, because some receivers fail when the connection closes early.
      response.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).then(settle, settle);
      return response.statusCode;
    } catch (error) {
      settle();
      throw error;
    }
  };
};

const PURPOSE = 'webhook secrets';

export const encryptSecret = (key: SecretKey, secret: string): string => key.encrypt(PURPOSE, secret);

/**
 * The secrets with which deliveries are signed now, the current one first.
 * @throws {Error} when the current one was encrypted with another key
 */
const signingSecrets = (
  key: SecretKey,
  { secret, previousSecret, previousSecretUntil }: Row<'webhook'>,
  now: Date,
): string[] => {
  const current = key.decrypt(PURPOSE, secret);
  if (current === null)
    throw new Error('The secret of this webhook was encrypted with another key: rotate it');
  const overlaps = previousSecret && (previousSecretUntil ?? '') > now.toISOString();
  const previous = overlaps ? key.decrypt(PURPOSE, previousSecret) : null;
  return previous === null ? [current] : [current, previous];
};
