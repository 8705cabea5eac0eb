/** Exports reports and raw events as files, which ClickHouse writes and the response streams. */
import type { Readable } from 'node:stream';
import {
  dateIn,
  EXPORT_FORMATS,
  exportEvents,
  exportRows,
  exportSearches,
  exportTopItems,
  overview,
  pageViews,
  quality,
  retention,
  sources,
  trendingTopics,
  type ClickHouse,
  type ExportShape,
  type QualityReport,
} from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { checkExport, type ExportQuery } from './export.schema.js';
import { statsScope, type StatsScope } from './stats-scope.js';
import { allTitles, topicItems } from './stats.repository.js';

export interface ExportFile {
  contentType: string;
  filename: string;
  body: Readable;
}

export type ExportService = ReturnType<typeof createExportService>;

const TIME = "DateTime64(3, 'UTC')";
const OVERVIEW_COLUMNS = {
  start: TIME,
  plays: 'UInt64',
  watchSeconds: 'Float64',
  uniqueVisitors: 'UInt64',
  pageViews: 'UInt64',
  searches: 'UInt64',
};
const TRENDING_COLUMNS = {
  topicId: 'UInt64',
  name: 'String',
  score: 'Float64',
  plays: 'UInt64',
  previousPlays: 'UInt64',
  change: 'Nullable(Float64)',
  isNew: 'Bool',
  watchSeconds: 'Float64',
  itemCount: 'UInt64',
};
const SOURCES_COLUMNS = {
  value: 'Nullable(String)',
  plays: 'UInt64',
  watchSeconds: 'Float64',
  uniqueVisitors: 'UInt64',
  pageViews: 'UInt64',
  searches: 'UInt64',
};
const QUALITY_COLUMNS = {
  start: TIME,
  sessions: 'UInt64',
  startedSessions: 'UInt64',
  medianStartupMs: 'Nullable(Float64)',
  p95StartupMs: 'Nullable(Float64)',
  measuredSessions: 'UInt64',
  stalledSessions: 'UInt64',
  stallCount: 'UInt64',
  stalledSeconds: 'Float64',
  stalledShare: 'Nullable(Float64)',
  failedSessions: 'UInt64',
  failedShare: 'Nullable(Float64)',
};

const qualityRow = ({ start, sessions, startup, stalls, errors }: QualityReport['series'][number]) => ({
  start,
  sessions,
  startedSessions: startup.sessions,
  medianStartupMs: startup.medianMs,
  p95StartupMs: startup.p95Ms,
  measuredSessions: stalls.sessions,
  stalledSessions: stalls.stalledSessions,
  stallCount: stalls.count,
  stalledSeconds: stalls.stalledSeconds,
  stalledShare: stalls.stalledShare,
  failedSessions: errors.sessions,
  failedShare: errors.share,
});

export const createExportService = ({
  db,
  clock,
  clickHouse,
}: {
  db: Db;
  clock: Clock;
  clickHouse(): Promise<ClickHouse>;
}) => {
  const write = async (account: Account, scope: StatsScope, query: ExportQuery): Promise<Readable> => {
    const { report, type = 'mediaPlaybackEvent', format, timeZone, itemId = 0 } = query;
    const shape: ExportShape = { as: format, timeZone };
    const item = report === 'retention' ? await findRow(db, 'item', account.id, itemId) : undefined;
    if (report === 'retention' && !item) throw notFound();
    const engine = await clickHouse();
    switch (report) {
      case 'events':
        return exportEvents(engine, scope, type, shape);
      case 'top-items':
        return exportTopItems(engine, scope, await allTitles(db, account.id), shape);
      case 'searches':
        return exportSearches(engine, scope, shape);
      case 'overview':
        return exportRows(engine, OVERVIEW_COLUMNS, (await overview(engine, scope)).series, shape);
      case 'page-views': {
        const columns = { start: TIME, views: 'UInt64', uniqueVisitors: 'UInt64' };
        return exportRows(engine, columns, (await pageViews(engine, scope)).series, shape);
      }
      case 'sources': {
        const whole = { limit: Infinity, offset: 0 };
        const found = await sources(engine, scope, query.by ?? 'referrer', whole);
        return exportRows(engine, SOURCES_COLUMNS, found.sources, shape);
      }
      case 'quality':
        return exportRows(
          engine,
          QUALITY_COLUMNS,
          (await quality(engine, scope)).series.map(qualityRow),
          shape,
        );
      case 'retention': {
        const columns = { part: 'UInt8', fromSeconds: 'Float64', sessions: 'UInt64', share: 'Float64' };
        const { audience } = await retention(engine, scope, itemId, item?.durationSecs ?? null);
        return exportRows(engine, columns, audience, shape);
      }
      case 'trending-topics': {
        const topics = await topicItems(db, account.id);
        const names = new Map(topics.map(({ topicId, name }) => [topicId, name]));
        const whole = { limit: topics.length, offset: 0 };
        const rising = (await trendingTopics(engine, scope, topics, whole)).trendingTopics;
        const rows = rising.map((topic) => ({
          ...topic,
          name: names.get(topic.topicId) ?? '',
        }));
        return exportRows(engine, TRENDING_COLUMNS, rows, shape);
      }
    }
  };

  return {
    /**
     * @throws {AppError} BadRequestError when parameters cannot be combined; NotFoundError when the item does not
     * exist
     * @throws {AnalyticsUnavailableError} when ClickHouse is down
     */
    write: async (owner: Account, query: ExportQuery): Promise<ExportFile> => {
      checkExport(query);
      const account = { ...owner, timeZone: query.timeZone ?? owner.timeZone };
      const scope = await statsScope({ db, clock }, account, query);
      const { format, report, type = 'mediaPlaybackEvent' } = query;
      const [first, last] = [scope.range.from, scope.range.to - 1].map((time) =>
        dateIn(account.timeZone, time),
      );
      return {
        contentType: EXPORT_FORMATS[format].contentType,
        filename: `${account.shortName}-${report === 'events' ? type : report}-${first}-${last}.${format}`,
        body: await write(account, scope, query),
      };
    },
  };
};
