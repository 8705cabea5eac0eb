/** The rows and columns of each report that is exported from memory. */
import {
  downloads,
  downloadsByApp,
  downloadsByItem,
  overview,
  pages,
  pageViews,
  quality,
  retention,
  sources,
  trendingTopics,
  type ClickHouse,
  type QualityReport,
  type SourceDimension,
} from '../../../analytics/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import { notFound } from '../../platform/lib/errors.js';
import type { ExportedReport } from './export.schema.js';
import { namedGroups } from './list-stats.service.js';
import { WHOLE } from './run-report.js';
import type { StatsScope } from './stats-scope.js';
import { itemTitles, seriesItems, speakerItems, topicItems } from './stats.repository.js';

/** Groups of searches, whose room imports this one. */
export interface GroupedSearches {
  all(
    engine: ClickHouse,
    scope: StatsScope,
  ): Promise<
    {
      query: string;
      queries: { query: string }[];
      searches: number;
      withoutResults: number;
      withoutClicks: number;
      clicks: number;
      clickThroughRate: number | null;
    }[]
  >;
}

export interface ExportSource {
  db: Db;
  engine: ClickHouse;
  scope: StatsScope;
  groups: GroupedSearches;
  /** Only for the `sources` report. */
  by: SourceDimension;
  /** Only for the `retention` report. */
  itemId: number;
}

export interface ExportedRows {
  /** ClickHouse types by name, in order. */
  columns: Record<string, string>;
  rows: readonly object[];
}

const TIME = "DateTime64(3, 'UTC')";
const METRIC_COLUMNS = {
  plays: 'UInt64',
  watchSeconds: 'Float64',
  uniqueVisitors: 'UInt64',
  pageViews: 'UInt64',
  searches: 'UInt64',
};
const OVERVIEW_COLUMNS = { start: TIME, ...METRIC_COLUMNS };
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
const SOURCES_COLUMNS = { value: 'Nullable(String)', ...METRIC_COLUMNS };
const GROUP_COLUMNS = {
  plays: 'UInt64',
  watchSeconds: 'Float64',
  pageViews: 'UInt64',
  itemCount: 'UInt64',
};
const PAGES_COLUMNS = {
  url: 'String',
  pageViews: 'UInt64',
  uniqueVisitors: 'UInt64',
  entries: 'UInt64',
  exits: 'UInt64',
};
/** Longer lists of pages are cut. */
const MAX_PAGES = 100_000;
const SEARCH_GROUP_COLUMNS = {
  query: 'String',
  queries: 'String',
  searches: 'UInt64',
  withoutResults: 'UInt64',
  withoutClicks: 'UInt64',
  clicks: 'UInt64',
  clickThroughRate: 'Nullable(Float64)',
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

export const reportRows: Record<
  Exclude<ExportedReport, 'events' | 'top-items' | 'searches'>,
  (source: ExportSource) => Promise<ExportedRows>
> = {
  overview: async ({ engine, scope }) => ({
    columns: OVERVIEW_COLUMNS,
    rows: (await overview(engine, scope)).series,
  }),
  'page-views': async ({ engine, scope }) => ({
    columns: { start: TIME, views: 'UInt64', uniqueVisitors: 'UInt64' },
    rows: (await pageViews(engine, scope)).series,
  }),
  sources: async ({ engine, scope, by }) => ({
    columns: SOURCES_COLUMNS,
    rows: (await sources(engine, scope, by, WHOLE)).sources,
  }),
  'top-series': async ({ db, engine, scope }) => {
    const named = await seriesItems(db, scope.accountId);
    const { groups } = await namedGroups(engine, scope, 'series', named, WHOLE);
    return {
      columns: { seriesId: 'UInt64', title: 'String', ...GROUP_COLUMNS },
      rows: groups.map(({ id, name, ...group }) => ({ seriesId: id, title: name, ...group })),
    };
  },
  'top-speakers': async ({ db, engine, scope }) => {
    const named = await speakerItems(db, scope.accountId);
    const { groups } = await namedGroups(engine, scope, 'speakers', named, WHOLE);
    return {
      columns: { speakerId: 'UInt64', name: 'String', ...GROUP_COLUMNS },
      rows: groups.map(({ id, ...group }) => ({ speakerId: id, ...group })),
    };
  },
  pages: async ({ engine, scope }) => ({
    columns: PAGES_COLUMNS,
    rows: (await pages(engine, scope, { limit: MAX_PAGES, offset: 0 })).pages,
  }),
  downloads: async ({ engine, scope }) => ({
    columns: { start: TIME, downloads: 'UInt64' },
    rows: (await downloads(engine, scope)).series,
  }),
  'download-items': async ({ db, engine, scope }) => {
    const { rows } = await downloadsByItem(engine, scope, WHOLE);
    const ids = rows.map(({ key }) => key);
    const titles = await itemTitles(db, scope.accountId, ids);
    return {
      columns: { itemId: 'UInt64', title: 'String', downloads: 'UInt64' },
      rows: rows.map((row) => ({
        itemId: row.key,
        title: titles.get(row.key) ?? '',
        downloads: row.downloads,
      })),
    };
  },
  'download-apps': async ({ engine, scope }) => ({
    columns: { app: 'Nullable(String)', downloads: 'UInt64' },
    rows: (await downloadsByApp(engine, scope, WHOLE)).rows.map((row) => ({
      app: row.key || null,
      downloads: row.downloads,
    })),
  }),
  'search-groups': async ({ engine, scope, groups }) => ({
    columns: SEARCH_GROUP_COLUMNS,
    rows: (await groups.all(engine, scope)).map((group) => ({
      ...group,
      queries: group.queries.map(({ query }) => query).join('; '),
    })),
  }),
  quality: async ({ engine, scope }) => ({
    columns: QUALITY_COLUMNS,
    rows: (await quality(engine, scope)).series.map(qualityRow),
  }),
  retention: async ({ db, engine, scope, itemId }) => {
    const item = await findRow(db, 'item', scope.accountId, itemId);
    if (!item) throw notFound();
    return {
      columns: {
        part: 'UInt8',
        fromSeconds: 'Float64',
        sessions: 'UInt64',
        share: 'Float64',
        repeats: 'Float64',
      },
      rows: (await retention(engine, scope, itemId, item.durationSecs)).audience,
    };
  },
  'trending-topics': async ({ db, engine, scope }) => {
    const topics = await topicItems(db, scope.accountId);
    const names = new Map(topics.map(({ topicId, name }) => [topicId, name]));
    const found = await trendingTopics(engine, scope, topics, { limit: topics.length, offset: 0 });
    return {
      columns: TRENDING_COLUMNS,
      rows: found.trendingTopics.map((topic) => ({ ...topic, name: names.get(topic.topicId) ?? '' })),
    };
  },
};
