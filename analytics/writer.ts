/** Carries events from the spool to ClickHouse, batch by batch; while ClickHouse is down they wait in the spool. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isBadRows } from './errors.js';
import type { AnalyticsLog } from './log.js';
import type { Batch, Spool } from './spool.js';

export interface WriterOptions {
  spool: Spool;
  /** Stores the batch's events once, however often it is called with the same batch. Rejects where it may not have. */
  store(batch: Batch): Promise<void>;
  log: AnalyticsLog;
  /** How often a batch with bad rows is tried before it becomes a dead letter. */
  maxAttempts?: number;
  /** Events are stored once the oldest has waited for so long, or many have come, or somebody asks. */
  maxWaitMs?: number;
}

export interface Writer {
  /** Works until it is stopped. What is in the spool already is stored at once. */
  run(): void;
  /**
   * Resolves once all events that have waited for a second are stored, or cannot be stored at the moment, at the latest
   * after some seconds.
   */
  flush(): Promise<void>;
  /** Stores what can be stored within `graceMs`; the rest stays in the spool. */
  stop(graceMs?: number): Promise<void>;
}

/** A batch is made of this many events, or of fewer that have waited. */
const BATCH_EVENTS = 20_000;
/** Younger events are not flushed: however often somebody asks, there is an insert a second. */
const MIN_WAIT_MS = 1_000;
const FLUSH_MS = 3_000;
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 15_000;
const GRACE_MS = 5_000;
/** A minute, by the back-off: a table that is being repaired is ready by then. */
const MAX_ATTEMPTS = 10;
/** While ClickHouse is down the log gets one line in this time. */
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
  /** Set when nobody waits for the current batch any more: the next process sends it again. */
  let abandoned = false;
  let failures = 0;
  let loggedAt = 0;
  /** How often in a row the current batch was refused for its rows. */
  let refusals = 0;
  /** Whether events of earlier runs may still wait. */
  let behind = true;
  /** Told after the next batch; while somebody waits, events do not. */
  const flushing = new Set<() => void>();
  let wake: () => void = () => undefined;

  const logFailure = (err: unknown): void => {
    if (failures > 1 && Date.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = Date.now();
    log.warn({ err, ...spool.lag() }, 'events could not be stored: they wait in the spool');
  };

  /** Takes the batch out of the spool, stored or as a dead letter. @throws what `store` threw, to be tried again */
  const process = async (batch: Batch): Promise<void> => {
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

  /** False where somebody has come who does not wait as long. */
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
        const backOff = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (failures - 1));
        await sleep(backOff * (0.9 + Math.random() * 0.2), undefined, { signal }).catch(() => undefined);
      }
    }
    // What was acknowledged last is in the reports before the end, if ClickHouse takes it.
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
