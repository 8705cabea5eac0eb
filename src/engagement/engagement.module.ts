/** The part of createApp that is about engagement: the spool that keeps events, ClickHouse, and what carries the one to the other. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  AnalyticsUnavailableError,
  connectClickHouse,
  createWriter,
  DEFAULT_RETENTION,
  migrateClickHouse,
  openSpool,
  SpoolUnavailableError,
  storeBatch,
  type ClickHouse,
  type Spool,
  type Writer,
} from '../../analytics/index.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Config } from '../config.js';
import type { Db } from '../platform/db/dialect.js';
import type { HealthChecks } from '../platform/http/health.js';
import type { Clock } from '../platform/lib/clock.js';
import { messageOf } from '../platform/lib/errors.js';
import { createLazy } from '../platform/lib/lazy.js';
import type { Log } from '../platform/lib/log.js';
import { sleep } from '../platform/lib/retry.js';
import { createReferenceCache } from './events/reference-cache.js';
import { eventRoutes, publicEventRoutes } from './events/event.routes.js';
import { createEventService, type EventSink } from './events/event.service.js';
import { createSearchRecorder } from './events/search-recorder.js';
import { createVisitors, saltMaintenance } from './events/visitors.js';
import { exportRoutes } from './reports/export.routes.js';
import { createExportService } from './reports/export.service.js';
import { statsRoutes } from './reports/stats.routes.js';
import { createStatsService } from './reports/stats.service.js';

/** Events that wait this long are missed in the metrics. */
const LAG_LIMIT_MS = 60_000;
const REOPEN_MS = 2_000;

export const composeAnalytics = ({
  config,
  db,
  clock,
  log,
  searchBaseUrl,
}: {
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  searchBaseUrl(shortName: string): string;
}) => {
  const { enabled, clickHouseUrl, retentionMonths, spoolDir, spoolMaxBytes } = config.analytics;
  let openedSpool: Spool | undefined;
  let writer: Writer | undefined;
  let started = false;
  let stopped = false;
  const ending = new AbortController();
  let spoolProblem: unknown;

  const clickHouse = createLazy<ClickHouse>(async () => {
    if (!enabled) throw new AnalyticsUnavailableError('Engagement is switched off here');
    const opened = await connectClickHouse(
      clickHouseUrl ? { url: clickHouseUrl } : { path: join(config.dataDir, 'clickhouse') },
    );
    try {
      await migrateClickHouse(opened, { ...DEFAULT_RETENTION, rawMonths: retentionMonths });
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  });

  const spool = createLazy<Spool>(async () => {
    if (!enabled) throw new SpoolUnavailableError('Engagement is switched off here');
    if (stopped) throw new SpoolUnavailableError('The service is ending');
    const opened = await openSpool({ dir: spoolDir, maxBytes: spoolMaxBytes, log });
    openedSpool = opened;
    writer = createWriter({
      spool: opened,
      store: async (batch) => storeBatch(await clickHouse.get(), batch),
      log,
    });
    if (started && !stopped) writer.run();
    return opened;
  });
  /** The process before this one may still own the folder. */
  const openSpoolSoon = async (): Promise<void> => {
    while (!stopped && !openedSpool) {
      try {
        await spool.get();
        spoolProblem = undefined;
      } catch (err) {
        if (!spoolProblem) log.warn({ err, spoolDir }, 'the event spool cannot be opened yet');
        spoolProblem = err;
        await sleep(REOPEN_MS, ending.signal);
      }
    }
  };
  const sink: EventSink = { append: async (events) => (await spool.get()).append(events) };

  const ownOrigins = ({ shortName, settings }: Account): string[] =>
    [settings.publicSiteUrl, searchBaseUrl(shortName)].flatMap((url) => (url ? new URL(url).origin : []));
  const hashVisitor = createVisitors({ db, clock });
  const logging = createEventService({
    clock,
    sink,
    records: createReferenceCache({ db, clock }),
    hashVisitor,
    ownOrigins,
  });

  const checks: HealthChecks = {
    spool: {
      required: false,
      check: async () => {
        if (!openedSpool && spoolProblem) throw new Error(messageOf(spoolProblem));
        const lag = (await spool.begun())?.lag();
        if (lag && lag.ageMs > LAG_LIMIT_MS)
          throw new Error(`${lag.events} events wait, the oldest for ${Math.round(lag.ageMs / 1_000)} s`);
      },
      metrics: async () => {
        if (!openedSpool) return undefined;
        const { events, bytes, ageMs } = openedSpool.lag();
        const setAside = await openedSpool.aside().catch(() => 0);
        return { events, bytes, ageSecs: Math.round(ageMs / 1_000), setAside };
      },
    },
    clickhouse: {
      required: false,
      check: async () => {
        // A server is asked; what is embedded is opened when it is needed, by the process that serves.
        const opened = await (enabled && clickHouseUrl ? clickHouse.get() : clickHouse.begun());
        if (opened && !(await opened.ping())) throw new Error('ClickHouse does not answer');
      },
    },
  };

  return {
    endpoints: {
      private: [
        ...eventRoutes(logging),
        ...statsRoutes(createStatsService({ db, clock, clickHouse: clickHouse.get })),
        ...exportRoutes(createExportService({ db, clock, clickHouse: clickHouse.get })),
      ],
      public: publicEventRoutes(logging),
    },
    recordSearch: enabled ? createSearchRecorder({ clock, log, sink, hashVisitor }) : (): void => undefined,
    checks,
    maintenance: [saltMaintenance({ db, clock })],
    /** ClickHouse at its latest schema, opened when it is first asked for. */
    clickHouse: clickHouse.get,
    /** Of the one process that serves: begins to carry events to ClickHouse, those of earlier runs at once. */
    start: (): void => {
      if (!enabled) return;
      started = true;
      if (existsSync(spoolDir)) void openSpoolSoon();
    },
    /** No more events come: stores what can be stored soon, and keeps the rest. */
    stop: async (): Promise<void> => {
      stopped = true;
      ending.abort();
      await spool.begun()?.catch(() => undefined);
      await writer?.stop();
    },
    close: async (): Promise<void> => {
      stopped = true;
      ending.abort();
      const opened = await spool.begun()?.catch(() => undefined);
      await opened?.close();
      const engine = await clickHouse.begun()?.catch(() => undefined);
      await engine?.close();
    },
  };
};
