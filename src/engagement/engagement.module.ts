/** Wires engagement: events from players and pages, and the reports on them. */
import type { Account } from '../identity/accounts/account.record.js';
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

export const createEngagementModule = (
  { db, clock, log }: ModuleContext,
  options: EngagementOptions & {
    searchBaseUrl(shortName: string): string;
    /** A file in MaxMind's format; null if countries are not looked up. */
    geoIpFile: string | null;
  },
) => {
  const { enabled, sink, clickHouse, checks, start, stop, close } = createEventPipeline(options, log);
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
    findReferences: createReferenceCache({ db, clock, sources: allRecords }),
    findPublicReferences: createReferenceCache({ db, clock, sources: publicRecords }),
    hashVisitor,
    describeClient,
    ownOrigins,
  });

  return {
    endpoints: {
      private: [
        ...eventRoutes(events),
        ...statsRoutes(createStatsService({ db, clock, clickHouse })),
        ...exportRoutes(createExportService({ db, clock, clickHouse })),
      ],
      public: publicEventRoutes(events),
    },
    jobs: {},
    checks: { ...checks, ...(geoIp && { geoip: { required: false, check: geoIp.check } }) },
    maintenance: [saltMaintenance({ db, clock })],
    recordSearch: searches?.record ?? ((): void => undefined),
    clickHouse,
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
