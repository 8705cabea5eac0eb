/** Report on top items: plays, sessions, watch time, completion, page views, plays from searches. */
import type { ClickHouse, Params } from '../clickhouse/clickhouse.js';
import { ACCOUNT, COUNTED, instant } from './conditions.js';
import { COMPLETION_PARTS } from './definitions.js';
import { itemCondition, paramsOf, sessions, type ReportPage, type ReportScope } from './scope.js';
import { ofVisits } from './visit-filter.js';

/** Sort orders, all descending; ties are broken by item id. */
const SORTS = {
  plays: 'plays DESC',
  watchSeconds: 'watchedMs DESC',
  averageCompletion: 'if(completed > 0, completion / completed, -1) DESC',
  pageViews: 'pageViews DESC',
} as const;

export type TopItemsSort = keyof typeof SORTS;
export const TOP_ITEMS_SORTS = Object.keys(SORTS) as TopItemsSort[];

export interface TopItem {
  itemId: number;
  /** Sessions with a play event. */
  plays: number;
  /** Sessions with any playback event. */
  uniqueSessions: number;
  watchSeconds: number;
  /** Mean of furthest position / length, 0 to 1, over plays of known length; null if there are none. */
  averageCompletion: number | null;
  pageViews: number;
  /** Plays that started from a search. */
  searchPlays: number;
}

export interface TopItemsReport {
  items: TopItem[];
  /** Number of items with any engagement in the range. */
  totalRecords: number;
}

export const topItems = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  { sort = 'plays', limit, offset }: ReportPage & { sort?: TopItemsSort },
): Promise<TopItemsReport> => {
  const rows = await clickHouse.query<ItemRow>(
    `SELECT *, count() OVER () AS records FROM (${topItemsSql(scope)})
ORDER BY ${SORTS[sort]}, itemId LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...topItemsParams(scope), limit, offset },
  );
  if (rows.length === 0 && offset > 0) {
    const first = await topItems(clickHouse, scope, { sort, limit: 1, offset: 0 });
    return { items: [], totalRecords: first.totalRecords };
  }
  return { items: rows.map(toItem), totalRecords: rows[0]?.records ?? 0 };
};

interface ItemRow {
  itemId: number;
  plays: number;
  uniqueSessions: number;
  watchedMs: number;
  completion: number;
  completed: number;
  pageViews: number;
  searchPlays: number;
  records: number;
}

const toItem = ({
  itemId,
  plays,
  uniqueSessions,
  watchedMs,
  completion,
  completed,
  ...rest
}: ItemRow): TopItem => ({
  itemId,
  plays,
  uniqueSessions,
  watchSeconds: watchedMs / 1000,
  averageCompletion: completed === 0 ? null : completion / completed / COMPLETION_PARTS,
  pageViews: rest.pageViews,
  searchPlays: rest.searchPlays,
});

const DAY = 86_400_000;

/**
 * Whole UTC days come from the daily roll-up; the rest at both ends of the range comes from the page views, and so do
 * all that a filter of visits selects.
 */
export const topItemsParams = (scope: ReportScope): Params => {
  const { from, to } = scope.range;
  const firstDay = Math.ceil(from / DAY) * DAY;
  const lastDay = scope.visits ? firstDay : Math.max(Math.floor(to / DAY) * DAY, firstDay);
  return { ...paramsOf(scope), firstDay, lastDay };
};

export const topItemsSql = (scope: ReportScope): string => `
SELECT itemId, sum(p) AS plays, sum(s) AS uniqueSessions, sum(w) AS watchedMs, sum(c) AS completion,
  sum(k) AS completed, sum(v) AS pageViews, sum(f) AS searchPlays
FROM (
SELECT itemId, countIf(play = 1) AS p, count() AS s, sum(watched) AS w,
  sumIf(completion, play = 1 AND duration > 0) AS c, countIf(play = 1 AND duration > 0) AS k,
  toUInt64(0) AS v, countIf(play = 1 AND searched = 1) AS f
FROM ${sessions(scope)} GROUP BY itemId
UNION ALL
SELECT itemId, 0, 0, 0, 0, 0, sum(pageViews), 0
FROM item_days
WHERE ${ACCOUNT} AND day >= toDate(${instant('firstDay')}) AND day < toDate(${instant('lastDay')})${itemCondition(scope)}
GROUP BY itemId
UNION ALL
SELECT assumeNotNull(itemId), 0, 0, 0, 0, 0, count(), 0
FROM page_views
WHERE ${COUNTED} AND itemId IS NOT NULL${itemCondition(scope)}${ofVisits(scope.visits, 'page_views')}
  AND ((at >= ${instant('from')} AND at < least(${instant('firstDay')}, ${instant('to')}))
    OR (at >= greatest(${instant('lastDay')}, ${instant('from')}) AND at < ${instant('to')}))
GROUP BY itemId
) GROUP BY itemId`;
