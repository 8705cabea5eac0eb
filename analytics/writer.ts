/** Sends events from the spool to ClickHouse batch by batch. While ClickHouse is down, they stay in the spool. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isBadRows } from './clickhouse/errors.js';
import type { AnalyticsLog, SpoolBatch, Spool } from './spool/spool.js';

export interface WriterOptions {
  spool: Spool;
  /**
   * Stores the batch so that each event counts once, however often it is called with the same batch. Rejects if
   * the batch may not have been stored.
   */
  store(batch: SpoolBatch): Promise<void>;
  log: AnalyticsLog;
  /** How often a batch with bad rows is tried before it becomes a dead letter. */
  maxAttempts?: number;
  /** Events are stored once the oldest has waited this long, a batch is full, or a flush is requested. */
  maxWaitMs?: number;
}

export interface Writer {
  /** Runs until stopped. Starts with the events already in the spool. */
  run(): void;
  /**
   * Resolves once all events older than a second are stored or cannot be stored at present, after a few seconds
   * at the latest.
   */
  flush(): Promise<void>;
  /**
   * Resolves once all events that were acknowledged before the call are stored or dead letters, after `limitMs` at
   * the latest.
   * @returns what still waits of them, null if nothing does
   */
  drain(limitMs: number): Promise<WaitingEvents | null>;
  /** Stores what can be stored within `graceMs`; the rest stays in the spool. */
  stop(graceMs?: number): Promise<void>;
}

/** Events that are acknowledged, but not stored yet. */
export interface WaitingEvents {
  events: number;
  /** When the oldest of them was acknowledged, ms since 1970. */
  since: number;
}

/** A batch has this many events, or fewer if they have waited long enough. */
const BATCH_EVENTS = 20_000;
/** Younger events are not flushed, so that there is at most one insert a second. */
const MIN_WAIT_MS = 1_000;
const FLUSH_MS = 3_000;
const DRAIN_POLL_MS = 100;
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 15_000;
/** While ClickHouse is down, so that events are in reports soon after its return. */
const OUTAGE_BACKOFF_MS = 5_000;
const GRACE_MS = 5_000;
/** About a minute with back-off, in which a table under repair becomes available again. */
const MAX_ATTEMPTS = 10;
/** While ClickHouse is down, it is logged once in this time. */
const LOG_EVERY_MS = 60_000;

export const createWriter = ({
  spool,
  store,
  log,
  maxAttempts = MAX_ATTEMPTS,
  maxWaitMs = MIN_WAIT_MS,
}: WriterOptions): Writer => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  /** Set when the current batch is no longer awaited: the next process sends it again. */
  let abandoned = false;
  let failures = 0;
  let loggedAt = 0;
  /** How often in a row the current batch was rejected because of its rows. */
  let refusals = 0;
  /** Whether events of earlier runs, or of a batch that failed, may still be queued: they wait no longer. */
  let behind = true;
  /** Called after the next batch. While a flush is pending, batches are sent without waiting. */
  const flushing = new Set<() => void>();
  let wake: () => void = () => undefined;

  const logFailure = (err: unknown): void => {
    if (failures > 1 && Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    log.warn({ err, ...spool.lag() }, 'events could not be stored: they wait in the spool');
  };

  /**
   * Removes the batch from the spool, as stored or as a dead letter.
   * @throws the error of `store`, for a retry
   */
  const process = async (batch: SpoolBatch): Promise<void> => {
    try {
      await store(batch);
    } catch (err) {
      refusals = isBadRows(err) ? refusals + 1 : 0;
      if (refusals < maxAttempts || abandoned) throw err;
      await spool.deadLetter((err as Error).message);
      log.error(
        { err, token: batch.token, events: batch.events },
        'ClickHouse refuses a batch of events: it was moved to the dead letters',
      );
      return;
    }
    if (!abandoned) await spool.done();
  };

  const storeNext = async (): Promise<'stored' | 'empty' | 'failed'> => {
    try {
      const batch = await spool.next();
      if (!batch) return 'empty';
      await process(batch);
    } catch (error) {
      failures += 1;
      behind = true;
      logFailure(error);
      return 'failed';
    }
    if (abandoned) return 'empty';
    if (failures > 0) log.info({ ...spool.lag() }, 'events are stored again');
    failures = 0;
    refusals = 0;
    return 'stored';
  };

  const isFlushed = (): boolean => failures > 0 || spool.lag().ageMs < MIN_WAIT_MS;

  /** False if a flush was requested in the meantime. */
  const isDue = async (): Promise<boolean> => {
    const isHurried = (): boolean => behind || flushing.size > 0;
    const hurried = isHurried();
    const woken = new AbortController();
    wake = () => woken.abort();
    await spool.due(BATCH_EVENTS, hurried ? MIN_WAIT_MS : maxWaitMs, woken.signal);
    return hurried || !isHurried();
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      if (!(await isDue())) continue;
      const outcome = await storeNext();
      if (spool.lag().events === 0) behind = false;
      if (isFlushed()) for (const tell of flushing) tell();
      if (outcome === 'failed') {
        const most = refusals > 0 ? MAX_BACKOFF_MS : OUTAGE_BACKOFF_MS;
        const backOff = Math.min(most, MIN_BACKOFF_MS * 2 ** (failures - 1));
        await sleep(backOff * (0.9 + Math.random() * 0.2), undefined, { signal }).catch(() => undefined);
      }
    }
    // Makes the last acknowledged events appear in reports before shutdown, if ClickHouse accepts them.
    while (failures === 0 && (await storeNext()) === 'stored');
  };

  return {
    run: () => {
      behind = spool.lag().events > 0;
      running ??= work();
    },
    flush: async () => {
      if (!running || signal.aborted || isFlushed()) return;
      await new Promise<void>((resolve) => {
        const tell = (): void => {
          clearTimeout(timer);
          flushing.delete(tell);
          resolve();
        };
        const timer = setTimeout(tell, FLUSH_MS);
        flushing.add(tell);
        wake();
      });
    },
    drain: async (limitMs) => {
      const start = performance.now();
      const elapsed = (): number => performance.now() - start;
      const waiting = (): WaitingEvents | null => {
        const { events, since, ageMs } = spool.lag();
        return since === null || ageMs < elapsed() ? null : { events, since };
      };
      const hurry = (): void => undefined;
      flushing.add(hurry);
      wake();
      while (waiting() && running && !signal.aborted && elapsed() < limitMs)
        await sleep(DRAIN_POLL_MS, undefined, { signal }).catch(() => undefined);
      flushing.delete(hurry);
      return waiting();
    },
    stop: async (graceMs = GRACE_MS) => {
      stopping.abort();
      wake();
      const grace = new AbortController();
      await Promise.race([running, sleep(graceMs, undefined, grace)]);
      grace.abort();
      abandoned = true;
    },
  };
};
