/** Wires engagement: events from players and pages, and the reports on them. */
import type { RemovedEvents } from '../../analytics/index.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Endpoint } from '../platform/http/endpoint.js';
import { createAccountQueue, type AccountQueue } from '../platform/lib/account-queue.js';
import type { Module, ModuleContext } from '../platform/module.js';
import { createDescribeClient } from './events/describe-client.js';
import { eventRoutes, publicEventRoutes } from './events/event.routes.js';
import { createEventService } from './events/event.service.js';
import { allRecords, createReferenceCache, publicRecords } from './events/reference-cache.js';
import { createGeoIp } from './events/geo-ip.js';
import { createSearchRecorder } from './events/search-recorder.js';
import { createVisitorHash, saltMaintenance } from './events/visitors.js';
import { createEventPipeline, type EngagementOptions } from './pipeline.js';
import { exportRoutes } from './reports/export.routes.js';
import { createExportService } from './reports/export.service.js';
import { statsRoutes } from './reports/stats.routes.js';
import { createStatsService } from './reports/stats.service.js';

/** Concurrent and queued reports per account. */
const REPORTS = { atOnce: 2, maxWaiting: 20 };

/** Limits how many reports of one account ClickHouse makes at a time. */
const inTurn = (queue: AccountQueue, endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((one) => ({
    ...one,
    handle: (input) => queue.run(input.caller.accountId, () => one.handle(input)),
  }));

export const createEngagementModule = (
  { db, clock, log }: ModuleContext,
  options: EngagementOptions & {
    searchBaseUrl(shortName: string): string;
    /** A file in MaxMind's format; null if countries are not looked up. */
    geoIpFile: string | null;
  },
) => {
  const { enabled, sink, clickHouse, checks, removeEvents, start, stop, close } = createEventPipeline(
    options,
    log,
  );
  const references = createReferenceCache({ db, clock, sources: allRecords });
  const publicReferences = createReferenceCache({ db, clock, sources: publicRecords });
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

  const queue = createAccountQueue({
    ...REPORTS,
    refusal: 'Too many reports of this account are being made. Try again later.',
  });
  const stats = createStatsService({ db, clock, clickHouse });

  return {
    endpoints: {
      private: [
        ...eventRoutes(events),
        ...inTurn(queue, [
          ...statsRoutes(stats),
          ...exportRoutes(createExportService({ db, clock, clickHouse })),
        ]),
      ],
      public: publicEventRoutes(events),
    },
    jobs: {},
    checks: { ...checks, ...(geoIp && { geoip: { required: false, check: geoIp.check } }) },
    maintenance: [saltMaintenance({ db, clock })],
    /**
     * The report on searches of an account.
     * @throws the errors of `createStatsService`
     */
    searchStats: (account: Account, query: Parameters<typeof stats.searches>[1]) =>
      queue.run(account.id, () => stats.searches(account, query)),
    recordSearch: searches?.record ?? ((): void => undefined),
    clickHouse,
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
