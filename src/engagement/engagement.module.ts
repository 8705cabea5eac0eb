/** Engagement: events from players and pages, and the reports on them. */
import type { Config } from '../config.js';
import type { Account } from '../identity/accounts/account.record.js';
import type { Db } from '../platform/db/dialect.js';
import type { Clock } from '../platform/lib/clock.js';
import type { Log } from '../platform/lib/log.js';
import { eventRoutes, publicEventRoutes } from './events/event.routes.js';
import { createEventService } from './events/event.service.js';
import { createReferenceCache } from './events/reference-cache.js';
import { createSearchRecorder } from './events/search-recorder.js';
import { createVisitorHash, saltMaintenance } from './events/visitors.js';
import { createEventPipeline } from './pipeline.js';
import { exportRoutes } from './reports/export.routes.js';
import { createExportService } from './reports/export.service.js';
import { statsRoutes } from './reports/stats.routes.js';
import { createStatsService } from './reports/stats.service.js';

export const createEngagementModule = ({
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
  const { enabled, sink, clickHouse, checks, start, stop, close } = createEventPipeline({ config, log });
  const ownOrigins = ({ shortName, settings }: Account): string[] =>
    [settings.publicSiteUrl, searchBaseUrl(shortName)].flatMap((url) => (url ? new URL(url).origin : []));
  const hashVisitor = createVisitorHash({ db, clock });
  const findReferences = createReferenceCache({ db, clock });
  const events = createEventService({ clock, sink, findReferences, hashVisitor, ownOrigins });

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
    checks,
    maintenance: [saltMaintenance({ db, clock })],
    recordSearch: enabled ? createSearchRecorder({ clock, log, sink, hashVisitor }) : (): void => undefined,
    clickHouse,
    start,
    stop,
    close,
  };
};
