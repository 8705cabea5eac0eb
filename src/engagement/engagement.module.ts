/** Wires engagement: events from players and pages, and the reports on them. */
import type { RemovedEvents } from '../../analytics/index.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Endpoint } from '../platform/http/endpoint/endpoint.js';
import { createFairQueue, type FairQueue } from '../platform/lib/fair-queue.js';
import type { Module, ModuleContext } from '../platform/module.js';
import { createDownloadRecorder } from './downloads/download-recorder.js';
import { downloadStatsRoutes } from './downloads/download-stats.routes.js';
import { createDownloadStatsService } from './downloads/download-stats.service.js';
import { digestMaintenance } from './digest/digest.maintenance.js';
import { makeDigest } from './digest/make-digest.js';
import { createDescribeClient } from './events/describe-client.js';
import { eventRoutes, publicEventRoutes } from './events/event.routes.js';
import { createEventService } from './events/event.service.js';
import { allRecords, createReferenceCache, publicSources } from './events/reference-cache.js';
import { createGeoIp } from './events/geo-ip.js';
import { createSearchRecorder } from './events/search-recorder.js';
import { createVisitorHash, saltMaintenance } from './events/visitors.js';
import { createEventPipeline, withClickHouseTimes, type EngagementOptions } from './pipeline.js';
import { exportEventsHandler, removeOldExports, createEventSource } from './exports/event-files.js';
import { exportRoutes } from './reports/export.routes.js';
import { createExportService } from './reports/export.service.js';
import { itemStatsRoutes } from './reports/item-stats.routes.js';
import { createItemStatsService } from './reports/item-stats.service.js';
import { listStatsRoutes } from './reports/list-stats.routes.js';
import { createListStatsService } from './reports/list-stats.service.js';
import { ignoredQueryRoutes, searchGroupRoutes } from './search-groups/search-groups.routes.js';
import { createSearchGroupsService, type GroupQueries } from './search-groups/search-groups.service.js';
import { statsRoutes } from './reports/stats.routes.js';
import { createStatsService } from './reports/stats.service.js';

/** Concurrent and queued reports per account. */
const REPORTS = { atOnce: 2, maxWaiting: 100 };

/** Limits how many reports of one account ClickHouse makes at a time. */
const inTurn = (queue: FairQueue<number>, endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    handle: (input) => queue.run(input.caller.accountId, () => endpoint.handle(input)),
  }));

export const createEngagementModule = (
  { db, clock, log, mailer, secretKey }: ModuleContext,
  options: EngagementOptions & {
    /** Origin of the console. */
    consoleBaseUrl: string;
    searchBaseUrl(shortName: string): string;
    groupQueries: GroupQueries;
    /** A file in MaxMind's format; null if countries are not looked up. */
    geoIpFile: string | null;
  },
) => {
  const pipeline = createEventPipeline(options, log);
  const { enabled, sink, checks, removeEvents, start, stop, close } = pipeline;
  const clickHouse = withClickHouseTimes(pipeline.clickHouse);
  const references = createReferenceCache({ db, clock, sources: allRecords });
  const publicReferences = createReferenceCache({ db, clock, sources: publicSources });
  const { searchBaseUrl, geoIpFile } = options;
  const geoIp = enabled && geoIpFile ? createGeoIp(geoIpFile, log) : undefined;
  const describeClient = createDescribeClient(geoIp?.countryOf);
  const ownOrigins = ({ shortName, settings }: Account): string[] =>
    [settings.publicSiteUrl, searchBaseUrl(shortName), ...(settings.publicSites ?? [])].flatMap((url) =>
      url ? new URL(url).origin : [],
    );
  const hashVisitor = createVisitorHash({ db, clock });
  const searches = enabled
    ? createSearchRecorder({ clock, log, sink, hashVisitor, describeClient })
    : undefined;
  const events = createEventService({
    clock,
    sink,
    findReferences: references.find,
    findPublicReferences: publicReferences.find,
    hashVisitor,
    describeClient,
    ownOrigins,
  });

  const queue = createFairQueue<number>({
    ...REPORTS,
    refusal: 'Too many reports of this account are being made. Try again later.',
  });
  const reports = { db, clock, clickHouse, lackingSince: pipeline.lackingSince };
  const stats = createStatsService(reports);
  const lists = createListStatsService(reports);
  const downloads = createDownloadStatsService(reports);
  const groups = createSearchGroupsService({ ...reports, groupQueries: options.groupQueries });
  const digests = digestMaintenance({
    db,
    clock,
    log,
    mailer,
    secretKey,
    consoleBaseUrl: options.consoleBaseUrl,
    makeDigest: async (account, week) => {
      // Stores what waits in the spool, which the statistics would lack.
      await clickHouse();
      await checks.spool.check();
      return queue.run(account.id, () => makeDigest({ stats, lists, downloads, groups }, account, week));
    },
  });

  const eventSource = createEventSource(clickHouse, async () => {
    await searches?.flush();
    return pipeline.drain();
  });

  return {
    endpoints: {
      private: [
        ...eventRoutes(events),
        ...ignoredQueryRoutes(groups),
        ...inTurn(queue, [
          ...statsRoutes(stats),
          ...listStatsRoutes(lists),
          ...itemStatsRoutes(createItemStatsService(reports)),
          ...searchGroupRoutes(groups),
          ...downloadStatsRoutes(downloads),
          ...exportRoutes(createExportService({ ...reports, groups })),
        ]),
      ],
      public: publicEventRoutes(events),
    },
    jobs: { exportEvents: exportEventsHandler(options, eventSource) },
    checks: { ...checks, ...(geoIp && { geoip: { required: false, check: geoIp.check } }) },
    maintenance: [
      saltMaintenance({ db, clock }),
      {
        name: 'exports of events',
        everyMs: 3_600_000,
        run: () => removeOldExports({ clock, dataDir: options.dataDir }),
      },
      ...(enabled ? [digests] : []),
    ],
    /**
     * The report on searches of an account.
     * @throws the errors of `createListStatsService`
     */
    searchStats: (account: Account, query: Parameters<typeof lists.searches>[1]) =>
      queue.run(account.id, () => lists.searches(account, query)),
    recordSearch: searches?.record ?? ((): void => undefined),
    /** Null if analytics is disabled. */
    recordDownload: enabled
      ? createDownloadRecorder({ clock, log, sink, hashVisitor, describeClient })
      : null,
    clickHouse,
    storedBytes: pipeline.storedBytes,
    spoolState: checks.spool.metrics,
    /** All events; null if analytics is disabled. */
    eventSource: enabled ? eventSource : null,
    /**
     * Removes events of deleted records.
     * @returns number of removed events; 0 if analytics is disabled
     * @throws {AnalyticsUnavailableError} when ClickHouse is down
     */
    removeEvents: async (removed: RemovedEvents): Promise<number> => {
      if (!enabled) return 0;
      for (const cache of [references, publicReferences]) cache.clear();
      await searches?.flush();
      return removeEvents(removed);
    },
    start: async (): Promise<void> => {
      start();
      await geoIp?.start();
    },
    stop: async (): Promise<void> => {
      await searches?.flush();
      await stop();
    },
    close: async (): Promise<void> => {
      await searches?.flush();
      geoIp?.close();
      await close();
    },
  } satisfies Module & Record<string, unknown>;
};
