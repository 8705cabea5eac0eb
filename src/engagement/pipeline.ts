/** Connects spool, writer and ClickHouse: opens them on demand and closes them in order. */
import type { DrainedSpool } from './exports/event-files.js';
import { existsSync } from 'node:fs';
import {
  AnalyticsUnavailableError,
  connectClickHouse,
  createWriter,
  DEFAULT_RETENTION,
  migrateClickHouse,
  openSpool,
  removeEvents,
  SpoolUnavailableError,
  storeBatch,
  type ClickHouse,
  type RemovedEvents,
  type Spool,
  type Writer,
} from '../../analytics/index.js';
import pLimit from 'p-limit';
import type { HealthChecks } from '../platform/http/server/health.js';
import { messageOf } from '../platform/lib/errors.js';
import { groupBy } from '../platform/lib/group.js';
import { folderBytes } from '../platform/lib/folder-size.js';
import { createLazy, type Lazy } from '../platform/lib/lazy.js';
import type { Log } from '../platform/lib/log.js';
import { sleep } from '../platform/lib/retry.js';
import { createShares } from '../platform/lib/shares.js';
import { clickHouseAddress } from './clickhouse-address.js';
import type { EventSink } from './events/event.service.js';
import { timedPart } from '../platform/db/request-work.js';

/**
 * How long events wait for embedded ClickHouse, unless a report is requested or many events arrive: its process
 * is started for each batch and exits when idle.
 */
const EMBEDDED_WAIT_MS = 60_000;
/** If events wait longer than this, storing them is failing. */
const LAG_LIMIT_MS = 120_000;
/** Events appear in reports within this time. */
const LATE_MS = 5_000;
/** How long a backup waits until ClickHouse has the events that were acknowledged before. */
const DRAIN_MS = 5 * 60_000;
/** After this long, events acknowledged earlier are old enough to be flushed. */
const SETTLE_MS = 1_100;
/** How often a process checks whether another one has released the spool. */
const REOPEN_MS = 2_000;
/** The part of the spool that accounts share; only those below their share of it may use the rest. */
const SHARED = 3 / 4;
const DISABLED = 'Analytics is disabled on this server';

export interface EngagementOptions {
  dataDir: string;
  analytics: {
    /** If false, events are rejected and there are no reports. */
    enabled: boolean;
    /** URL of a ClickHouse server, with user, password and database; null for the embedded one in the data folder. */
    clickHouseUrl: string | null;
    /** Months to keep raw events; null for ever. Roll-ups are kept for ever. */
    retentionMonths: number | null;
    /** Absolute path; each server process needs its own. */
    spoolDir: string;
    /** Events are rejected once this many bytes are queued for ClickHouse. */
    spoolMaxBytes: number;
  };
}

export const createEventPipeline = ({ analytics, dataDir }: EngagementOptions, log: Log) => {
  const { enabled, clickHouseUrl, retentionMonths, spoolDir, spoolMaxBytes } = analytics;
  let spool: Spool | undefined;
  let writer: Writer | undefined;
  let started = false;
  const stopping = new AbortController();
  let openError: unknown;

  const clickHouse = createLazy<ClickHouse>(async () => {
    if (!enabled) throw new AnalyticsUnavailableError(DISABLED);
    const opened = await connectClickHouse(clickHouseAddress({ analytics, dataDir }));
    try {
      await migrateClickHouse(opened, { ...DEFAULT_RETENTION, rawMonths: retentionMonths });
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  });

  /** Serialises storing and removing events. */
  const inTurn = pLimit(1);

  const lazySpool = createLazy<Spool>(async () => {
    if (!enabled) throw new SpoolUnavailableError(DISABLED);
    if (stopping.signal.aborted) throw new SpoolUnavailableError('The server is shutting down');
    spool = await openShared({ dir: spoolDir, maxBytes: spoolMaxBytes, log });
    writer = createWriter({
      spool,
      store: (batch) => inTurn(async () => storeBatch(await clickHouse.get(), batch)),
      log,
      ...(clickHouseUrl === null && { maxWaitMs: EMBEDDED_WAIT_MS }),
    });
    if (started && !stopping.signal.aborted) writer.run();
    return spool;
  });

  /** The previous process may still own the spool. */
  const openWhenFree = async (): Promise<void> => {
    while (!stopping.signal.aborted && !spool) {
      try {
        await lazySpool.get();
        openError = undefined;
      } catch (err) {
        if (!openError) log.warn({ err, spoolDir }, 'the event spool cannot be opened yet');
        openError = err;
        await sleep(REOPEN_MS, stopping.signal);
      }
    }
  };

  const sink = sinkOf(lazySpool);

  const checks = {
    spool: {
      required: false,
      /** @throws {AnalyticsUnavailableError} when storing events is failing, or their spool cannot be opened */
      check: async () => {
        if (!spool && openError) throw new AnalyticsUnavailableError(messageOf(openError));
        const lag = (await lazySpool.ifStarted())?.lag();
        if (lag && lag.ageMs > LAG_LIMIT_MS)
          throw new AnalyticsUnavailableError(
            `${lag.events} events have been waiting for up to ${Math.round(lag.ageMs / 1_000)} s`,
          );
      },
      metrics: () => {
        if (!spool) return undefined;
        const { events, bytes, ageMs } = spool.lag();
        return { events, bytes, ageSecs: Math.round(ageMs / 1_000), deadLetters: spool.deadLetters() };
      },
    },
    clickhouse: {
      required: false,
      check: async () => {
        // A ClickHouse server is checked; the embedded engine only if it has been opened.
        const opened = await (enabled && clickHouseUrl ? clickHouse.get() : clickHouse.ifStarted());
        if (opened && !(await opened.ping())) throw new Error('ClickHouse is not responding');
      },
    },
  } satisfies HealthChecks;

  const upToDate = async (): Promise<ClickHouse> => {
    await writer?.flush();
    return clickHouse.get();
  };

  return {
    enabled,
    sink,
    checks,
    /**
     * Returns ClickHouse with the current schema, after flushing events that are older than a second, if that
     * succeeds soon.
     * @throws {AnalyticsUnavailableError} when ClickHouse cannot be opened
     */
    clickHouse: upToDate,
    /** When the oldest event was accepted that should be stored by now but is not, ms since 1970; null if there is none. */
    lackingSince: (): number | null => {
      const lag = spool?.lag();
      return lag && lag.ageMs > LATE_MS ? lag.since : null;
    },
    /**
     * Waits, for minutes if need be, until ClickHouse has all events that this process acknowledged before.
     * @throws {SpoolUnavailableError} when another process owns the spool
     */
    drain: async (): Promise<DrainedSpool> => {
      if (started && existsSync(spoolDir)) await lazySpool.get();
      return {
        waiting: (await writer?.drain(DRAIN_MS)) ?? null,
        deadLetters: spool?.deadLetters() ?? 0,
        hasOthers: clickHouseUrl !== null,
      };
    },
    /**
     * Bytes that events and totals take on disk; null if analytics is disabled.
     * @throws {AnalyticsUnavailableError} when the ClickHouse server is down
     */
    storedBytes: () => storedBytes({ analytics, dataDir }, clickHouse),
    /**
     * Removes events, including those acknowledged just before.
     * @returns number of removed events
     * @throws {AnalyticsUnavailableError} when ClickHouse is down
     */
    removeEvents: async (removed: RemovedEvents): Promise<number> => {
      await sleep(SETTLE_MS, stopping.signal);
      const engine = await upToDate();
      return inTurn(() => removeEvents(engine, removed));
    },
    /**
     * Starts sending events to ClickHouse, beginning with those of earlier runs. Only the server process calls
     * this.
     */
    start: (): void => {
      if (!enabled) return;
      started = true;
      if (existsSync(spoolDir)) void openWhenFree();
    },
    /** Call when no more events arrive: stores what can be stored soon, and leaves the rest in the spool. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await lazySpool.ifStarted()?.catch(() => undefined);
      await writer?.stop();
    },
    close: async (): Promise<void> => {
      stopping.abort();
      const opened = await lazySpool.ifStarted()?.catch(() => undefined);
      await opened?.close();
      const engine = await clickHouse.ifStarted()?.catch(() => undefined);
      await engine?.close();
    },
  };
};

const storedBytes = async (
  { analytics, dataDir }: EngagementOptions,
  clickHouse: Lazy<ClickHouse>,
): Promise<number | null> => {
  if (!analytics.enabled) return null;
  const address = clickHouseAddress({ analytics, dataDir });
  // Asking the embedded engine would start it.
  if ('path' in address) return folderBytes(address.path);
  const [row] = await (
    await clickHouse.get()
  ).query<{ bytes: number }>(
    'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
  );
  return row?.bytes ?? 0;
};

const timed = <T>(run: () => Promise<T>): Promise<T> => timedPart('clickHouseMs', run);

/**
 * Counts calls, and opening, as `clickHouseMs`. Reading a stream to its end does not count.
 * @param open returns ClickHouse once it has the events of the spool
 */
export const withClickHouseTimes = (open: () => Promise<ClickHouse>) => async (): Promise<ClickHouse> => {
  const engine = await timed(open);
  return {
    ...engine,
    query: <Row>(...args: Parameters<ClickHouse['query']>) => timed(() => engine.query<Row>(...args)),
    stream: (...args) => timed(() => engine.stream(...args)),
    command: (...args) => timed(() => engine.command(...args)),
  };
};

const openShared = (options: Parameters<typeof openSpool>[0]): Promise<Spool> =>
  openSpool({ ...options, shares: createShares(options.maxBytes * SHARED) });

/** Appends the events of each account on their own, since only those of one may be refused. */
const sinkOf = (spool: Lazy<Spool>): EventSink => ({
  append: async (events) => {
    const { append } = await spool.get();
    await Promise.all([...groupBy(events, ({ accountId }) => accountId).values()].map(append));
  },
});
