/**
 * Report on where visitors come from and what they use: the metrics of the overview by country, device, browser
 * or referrer. All activity of a visitor on a day counts for the first known value of that day.
 */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { between } from './conditions.js';
import { currentMetrics, type OverviewMetrics } from './overview.js';
import { ofFilters, itemCondition, paramsOf, sessions, type ReportPage, type ReportScope } from './scope.js';
import {
  DAY,
  firstOf,
  isClient,
  ofVisits,
  dimensionValue,
  type EventTable,
  type SourceDimension,
} from './visit-filter.js';

/** Sort orders: all metrics of a source. */
export const SOURCES_SORTS = ['uniqueVisitors', 'plays', 'watchSeconds', 'pageViews', 'searches'] as const;
export type SourcesSort = (typeof SOURCES_SORTS)[number];

export interface Source extends OverviewMetrics {
  /** Null if unknown; for referrers, also for direct visits. */
  value: string | null;
}

export interface SourcesReport {
  sources: Source[];
  /** Sum of all sources, equal to the overview. */
  total: OverviewMetrics;
  totalRecords: number;
}

export const sources = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  by: SourceDimension,
  { sort = 'uniqueVisitors', limit, offset }: ReportPage & { sort?: SourcesSort | undefined },
): Promise<SourcesReport> => {
  const { range } = scope;
  if (range.from >= range.to)
    return { sources: [], total: await currentMetrics(clickHouse, scope), totalRecords: 0 };
  const params = { days: [...range.days], ...paramsOf(scope) };
  const [visits, plays, total] = await Promise.all([
    clickHouse.query<SourceRow>(visitsSql(scope, by), params),
    clickHouse.query<SourceRow>(playsSql(scope, by), params),
    currentMetrics(clickHouse, scope),
  ]);
  const rows = withUnknownRest(joined([...visits, ...plays]), total).sort(
    (one, other) => other[sort] - one[sort] || (one.value ?? '').localeCompare(other.value ?? '', 'en'),
  );
  return {
    sources: rows.slice(offset, offset + limit),
    total: sumOf(rows),
    totalRecords: rows.length,
  };
};

interface SourceRow {
  value: string;
  visitors?: number;
  pageViews?: number;
  searches?: number;
  plays?: number;
  watchedMs?: number;
}

const NOTHING: OverviewMetrics = { plays: 0, watchSeconds: 0, uniqueVisitors: 0, pageViews: 0, searches: 0 };

const joined = (rows: readonly SourceRow[]): Source[] => {
  const found = new Map<string, Source>();
  for (const { value, visitors = 0, pageViews = 0, searches = 0, plays = 0, watchedMs = 0 } of rows) {
    const row = found.get(value) ?? { value: value || null, ...NOTHING };
    row.uniqueVisitors += visitors;
    row.pageViews += pageViews;
    row.searches += searches;
    row.plays += plays;
    row.watchSeconds += watchedMs / 1000;
    found.set(value, row);
  }
  return [...found.values()];
};

const sumOf = (rows: readonly Source[]): OverviewMetrics => {
  const sum = { ...NOTHING };
  for (const metric of SOURCES_SORTS) for (const row of rows) sum[metric] += row[metric];
  return { ...sum, watchSeconds: Math.round(sum.watchSeconds * 1000) / 1000 };
};

/** Adds activity that the roll-ups still contain but single events no longer do, as unknown. */
const withUnknownRest = (rows: Source[], total: OverviewMetrics): Source[] => {
  const sum = sumOf(rows);
  const rest = { ...NOTHING };
  for (const metric of SOURCES_SORTS) rest[metric] = Math.max(0, total[metric] - sum[metric]);
  rest.watchSeconds = Math.round(rest.watchSeconds * 1000) / 1000;
  if (SOURCES_SORTS.every((metric) => rest[metric] === 0)) return rows;
  const unknown = rows.find(({ value }) => value === null);
  if (!unknown) return [...rows, { value: null, ...rest }];
  for (const metric of SOURCES_SORTS) unknown[metric] += rest[metric];
  return rows;
};

/** A filter of items affects what is counted, not where the visitor comes from, so all events of the range are read. */
const visitsSql = (scope: ReportScope, by: SourceDimension): string => {
  const tables: [table: EventTable, type: string][] = [
    ['page_views', 'pageView'],
    ['playback', 'playback'],
    ['searches', 'search'],
    ['search_clicks', 'searchClick'],
  ];
  const events = tables.map(([table, type]) => {
    const value = dimensionValue(by, table);
    return `
SELECT ${DAY} AS day, visitor, if(isNull(visitor), toString(${value}), '') AS own, '${type}' AS type,
  ${firstOf(value)} AS earliest, countIf(true${ofFilters({ filter: scope.filter }, table)}) AS n
FROM ${table} WHERE ${between()}${ofVisits(scope.visits, table)} GROUP BY day, visitor, own`;
  });
  return `SELECT tupleElement(first, 3) AS value, countIf(visitor IS NOT NULL) AS visitors, sum(views) AS pageViews,
  sum(queries) AS searches
FROM (
SELECT day, visitor, own, min(earliest) AS first, sumIf(n, type = 'pageView') AS views,
  sumIf(n, type = 'search') AS queries, sum(n) AS events
FROM (${events.join('\nUNION ALL')})
GROUP BY day, visitor, own HAVING events > 0
) GROUP BY value`;
};

const playsSql = (scope: ReportScope, by: SourceDimension): string => {
  const counted = `countIf(play = 1) AS plays, sum(watched) AS watchedMs`;
  const first = `SELECT itemId, sipHash64(sessionId) AS session, tupleElement(${firstOf(dimensionValue(by, 'playback'))}, 3) AS known,
  argMin(visitor, at) AS visitor, roundDown(toUnixTimestamp64Milli(min(at)), {days:Array(Int64)}) AS day
FROM playback WHERE ${between()}${itemCondition(scope)} GROUP BY itemId, session`;
  const from = `${sessions(scope)} AS s LEFT JOIN (${first}) AS f ON s.itemId = f.itemId AND s.session = f.session`;
  if (isClient(by)) return `SELECT f.known AS value, ${counted} FROM ${from} GROUP BY value`;
  return `SELECT r.known AS value, ${counted}
FROM ${from} LEFT JOIN (
SELECT ${DAY} AS day, assumeNotNull(visitor) AS who, tupleElement(${firstOf(dimensionValue(by, 'page_views'))}, 3) AS known
FROM page_views WHERE ${between()} AND visitor IS NOT NULL GROUP BY day, who
) AS r ON f.day = r.day AND f.visitor = r.who
GROUP BY value`;
};
