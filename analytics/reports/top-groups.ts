/** Report on series or speakers: the plays, watch time and page views of their items. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { between } from './conditions.js';
import { ofFilters, paramsOf, sum, type ReportPage, type ReportScope } from './scope.js';
import { topItemsParams, topItemsSql } from './top-items.js';

export const TOP_GROUPS_SORTS = ['plays', 'watchSeconds', 'pageViews'] as const;
export type TopGroupsSort = (typeof TOP_GROUPS_SORTS)[number];

/** A series or a speaker. */
export interface ItemGroup {
  id: number;
  itemIds: readonly number[];
}

export interface GroupMetrics {
  plays: number;
  watchSeconds: number;
  /** Page views of its items; for a series, also of its own pages. */
  pageViews: number;
}

export interface TopGroup extends GroupMetrics {
  id: number;
  /** Number of its items with plays. */
  itemCount: number;
}

export interface TopGroupsReport {
  groups: TopGroup[];
  /** Number of groups with any engagement in the range. */
  totalRecords: number;
}

/**
 * Largest first, then by id. A talk by two speakers counts for both.
 * @param kind series have pages of their own
 */
export const topGroups = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  kind: 'series' | 'speakers',
  groups: readonly ItemGroup[],
  { sort = 'plays', limit, offset }: ReportPage & { sort?: TopGroupsSort | undefined },
): Promise<TopGroupsReport> => {
  const [items, own] = await Promise.all([
    clickHouse.query<ItemRow>(
      `SELECT itemId, plays, watchedMs, pageViews FROM (${topItemsSql(scope)})`,
      topItemsParams(scope),
    ),
    kind === 'series' ? ownPageViews(clickHouse, scope) : [],
  ]);
  const itemsById = new Map(items.map((row) => [row.itemId, row]));
  const ownById = new Map(own.map(({ id, pageViews }) => [id, pageViews]));
  const found = groups
    .map(({ id, itemIds }) => {
      const rows = itemIds.flatMap((itemId) => itemsById.get(itemId) ?? []);
      return {
        id,
        plays: sum(rows, ({ plays }) => plays),
        watchSeconds: sum(rows, ({ watchedMs }) => watchedMs) / 1000,
        pageViews: sum(rows, ({ pageViews }) => pageViews) + (ownById.get(id) ?? 0),
        itemCount: rows.filter(({ plays }) => plays > 0).length,
      };
    })
    .filter((group) => TOP_GROUPS_SORTS.some((metric) => group[metric] > 0))
    .sort((one, other) => other[sort] - one[sort] || one.id - other.id);
  return { groups: found.slice(offset, offset + limit), totalRecords: found.length };
};

interface ItemRow {
  itemId: number;
  plays: number;
  watchedMs: number;
  pageViews: number;
}

/** Page views of the series themselves. */
const ownPageViews = (
  clickHouse: ClickHouse,
  scope: ReportScope,
): Promise<{ id: number; pageViews: number }[]> =>
  clickHouse.query(
    `SELECT assumeNotNull(seriesId) AS id, count() AS pageViews FROM page_views
WHERE ${between()} AND itemId IS NULL AND seriesId IS NOT NULL${ofFilters(scope, 'page_views')} GROUP BY id`,
    paramsOf(scope),
  );
