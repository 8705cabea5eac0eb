/**
 * Report on search queries: how often they were used, how often without results, and the clicks and plays that
 * followed.
 */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { ACCOUNT, between, COUNTED } from './conditions.js';
import { nearby, ofFilters, paramsOf, WATCHED, type ReportPage, type ReportScope } from './scope.js';

/** Sort orders, all descending; ties are broken by frequency, then by query. */
const SORTS = {
  searches: 'searches DESC',
  withoutResults: 'withoutResults DESC',
  clickThroughRate: 'clicked / searches DESC',
} as const;

export type SearchesSort = keyof typeof SORTS;
export const SEARCHES_SORTS = Object.keys(SORTS) as SearchesSort[];

export interface SearchMetrics {
  searches: number;
  withoutResults: number;
  clicks: number;
  /** Share of the searches that led to a click, 0 to 1; null without searches. */
  clickThroughRate: number | null;
  /** Mean position of the clicked results, from 1; null without clicks. */
  averageClickRank: number | null;
  /** Plays that started from a result. */
  plays: number;
  /** Watch time of these plays. */
  watchSeconds: number;
}

export interface SearchesReport {
  total: SearchMetrics;
  /** Queries that differ only in case and spacing are combined. */
  queries: ({ query: string } & SearchMetrics)[];
  totalRecords: number;
}

/** @param first queries to list before all others */
export const searches = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  {
    sort = 'searches',
    limit,
    offset,
    first = [],
  }: ReportPage & { sort?: SearchesSort; first?: readonly string[] },
): Promise<SearchesReport> => {
  const rows = await clickHouse.query<SearchRow & { term: string; total: SearchRow; records: number }>(
    `SELECT *, count() OVER () AS records, tuple(${TOTALS})::Tuple(${TOTAL_NAMES}) AS total
FROM (SELECT term, ${METRICS} FROM ${searchesSql(scope)} GROUP BY term)
ORDER BY has({first:Array(String)}, term) DESC, ${SORTS[sort]}, searches DESC, term LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...paramsOf(scope), limit, offset, first: [...first] },
  );
  if (rows.length === 0 && offset > 0) {
    return { ...(await searches(clickHouse, scope, { sort, limit: 1, offset: 0 })), queries: [] };
  }
  return {
    total: toMetrics(rows[0]?.total ?? NONE),
    queries: rows.map((row) => ({ query: row.term, ...toMetrics(row) })),
    totalRecords: rows[0]?.records ?? 0,
  };
};

interface SearchRow {
  searches: number;
  withoutResults: number;
  clicked: number;
  clicks: number;
  ranks: number;
  plays: number;
  watchedMs: number;
}

const NONE: SearchRow = {
  searches: 0,
  withoutResults: 0,
  clicked: 0,
  clicks: 0,
  ranks: 0,
  plays: 0,
  watchedMs: 0,
};
const TOTALS = Object.keys(NONE)
  .map((name) => `sum(${name}) OVER ()`)
  .join(', ');
const TOTAL_NAMES = Object.keys(NONE)
  .map((name) => `${name} UInt64`)
  .join(', ');

const toMetrics = ({
  searches,
  withoutResults,
  clicked,
  clicks,
  ranks,
  plays,
  watchedMs,
}: SearchRow): SearchMetrics => ({
  searches,
  withoutResults,
  clicks,
  clickThroughRate: searches === 0 ? null : clicked / searches,
  averageClickRank: clicks === 0 ? null : ranks / clicks,
  plays,
  watchSeconds: watchedMs / 1000,
});

export const METRICS = `count() AS searches, countIf(totalRecords = 0) AS withoutResults, countIf(ownClicks > 0) AS clicked,
  sum(ownClicks) AS clicks, sum(ownRanks) AS ranks, sum(ownPlays) AS plays, sum(ownWatched) AS watchedMs`;

/** One row per search in the range, with its clicks and plays at any time. */
export const searchesSql = (scope: ReportScope): string => `(
SELECT s.term AS term, s.totalRecords AS totalRecords, c.n AS ownClicks, c.ranks AS ownRanks, p.n AS ownPlays,
  p.watched AS ownWatched
FROM (
  SELECT searchId, term, totalRecords FROM searches
  WHERE ${between()}${ofFilters(scope, 'searches')}
) AS s
LEFT JOIN (
  SELECT searchId, count() AS n, sum(rank) AS ranks FROM search_clicks
  WHERE ${COUNTED} AND ${nearby('at')} GROUP BY searchId
) AS c ON c.searchId = s.searchId
LEFT JOIN (
  SELECT arrayJoin(ids) AS searchId, count() AS n, sum(watched) AS watched FROM (
    SELECT groupUniqArrayArray(searchIds) AS ids, max(played) AS play, ${WATCHED} FROM sessions
    WHERE ${ACCOUNT} AND ${nearby('month')} AND (itemId, session) IN (
      SELECT itemId, session FROM sessions WHERE ${ACCOUNT} AND ${nearby('month')} AND fromSearch = 1
    )
    GROUP BY itemId, session
  ) WHERE play = 1 GROUP BY searchId
) AS p ON p.searchId = s.searchId
)`;
