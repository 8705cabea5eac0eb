/** Carries events from the spool to ClickHouse, batch by batch, for as long as it takes ClickHouse to be there. */
import { isBadRows } from './errors.js';
import type { AnalyticsLog } from './log.js';
import type { Batch, Spool } from './spool.js';

export interface WriterOptions {
  spool: Spool;
  /** Stores the batch's events once, however often it is called with the same batch. Rejects where it may not have. */
  store(batch: Batch): Promise<void>;
  log: AnalyticsLog;
  /** How often a batch is tried whose rows are refused, before it is set aside. */
  tries?: number;
}

export interface Writer {
  /** Works until it is stopped. */
  run(): void;
  /** Stores what can be stored within `graceMs`; the rest stays in the spool. */
  stop(graceMs?: number): Promise<void>;
}

/** A batch is made of this many events, or of fewer that have waited so long. */
const ENOUGH_EVENTS = 20_000;
const WAIT_MS = 1_000;
const FIRST_BACK_OFF_MS = 250;
const MAX_BACKOFF_MS = 15_000;
const GRACE_MS = 5_000;
/** A minute, by the back-off: what else may be wrong is repaired by then, or not for a while. */
const TRIES = 10;
/** While ClickHouse is away it is said once in so long. */
const SAY_EVERY_MS = 60_000;

export const createWriter = ({ spool, store, log, tries = TRIES }: WriterOptions): Writer => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;
  /** Set when nobody waits for the batch at hand any more: the next run sends it again. */
  let abandoned = false;
  let failures = 0;
  let saidAt = 0;

  const failed = (err: unknown): void => {
    failures += 1;
    if (failures > 1 && Date.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = Date.now();
    log.warn({ err, ...spool.lag() }, 'events could not be stored: they wait in the spool');
  };

  /** Of the batch at hand, how often its rows were refused one time after the other. */
  let refusals = 0;

  /** @returns false where it was set aside instead @throws what `store` did, where it is to be tried again */
  const stored = async (batch: Batch): Promise<boolean> => {
    try {
      await store(batch);
      return true;
    } catch (err) {
      refusals = isBadRows(err) ? refusals + 1 : 0;
      if (refusals < tries || abandoned) throw err;
      const file = await spool.setAside(batch);
      log.error(
        { err, file, events: batch.events.length },
        'ClickHouse refuses a batch of events: it is set aside',
      );
      return false;
    }
  };

  const storeNext = async (): Promise<'stored' | 'empty' | 'failed'> => {
    try {
      const batch = await spool.next();
      if (!batch) return 'empty';
      const isStored = await stored(batch);
      if (abandoned) return 'empty';
      if (isStored) await spool.done(batch);
    } catch (error) {
      failed(error);
      return 'failed';
    }
    if (failures > 0) log.info(spool.lag(), 'events are stored again');
    failures = 0;
    refusals = 0;
    return 'stored';
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await spool.due(ENOUGH_EVENTS, WAIT_MS, signal);
      if ((await storeNext()) === 'failed') {
        const backOff = Math.min(MAX_BACKOFF_MS, FIRST_BACK_OFF_MS * 2 ** (failures - 1));
        await pause(backOff * (0.9 + Math.random() * 0.2), signal);
      }
    }
    // What was acknowledged last is in the metrics before the end, where ClickHouse takes it.
    while (failures === 0 && (await storeNext()) === 'stored');
  };

  return {
    run: () => void (running ??= work()),
    stop: async (graceMs = GRACE_MS) => {
      stopping.abort();
      const late = new AbortController();
      await Promise.race([running, pause(graceMs, late.signal)]);
      late.abort();
      abandoned = true;
    },
  };
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
