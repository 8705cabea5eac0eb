/** Report on pages: how often they were viewed, and how often visitors came in or left by them. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { between } from './conditions.js';
import { ofFilters, paramsOf, type ReportPage, type ReportScope } from './scope.js';
import { DAY, ENTRY, EXIT, ofVisits } from './visit-filter.js';

/** Sort orders, all descending; ties are broken by URL. */
export const PAGES_SORTS = ['pageViews', 'uniqueVisitors', 'entries', 'exits'] as const;
export type PagesSort = (typeof PAGES_SORTS)[number];

export interface PageMetrics {
  pageViews: number;
  /** Over several days, the sum of the daily numbers. */
  uniqueVisitors: number;
  /** Visitors whose first page of the day it was. */
  entries: number;
  /** Visitors whose last page of the day it was, so far. */
  exits: number;
}

export interface PagesReport {
  pages: ({ url: string } & PageMetrics)[];
  totalRecords: number;
}

/** @param only the pages to report on; without, all that were viewed */
export const pages = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  { sort = 'pageViews', limit, offset, only }: ReportPage & { sort?: PagesSort; only?: readonly string[] },
): Promise<PagesReport> => {
  const rows = await clickHouse.query<{ url: string; records: number } & PageMetrics>(
    `SELECT *, count() OVER () AS records FROM (
SELECT url, sum(v) AS pageViews, sum(u) AS uniqueVisitors, sum(e) AS entries, sum(x) AS exits FROM (
SELECT url, count() AS v, uniqExactIf((${DAY}, assumeNotNull(visitor)), visitor IS NOT NULL) AS u,
  toUInt64(0) AS e, toUInt64(0) AS x
FROM page_views WHERE ${between()}${ofFilters(scope, 'page_views')} GROUP BY url
UNION ALL ${endsSql(scope, ENTRY, 'count(), toUInt64(0)')}
UNION ALL ${endsSql(scope, EXIT, 'toUInt64(0), count()')}
) ${only ? 'WHERE url IN {only:Array(String)} ' : ''}GROUP BY url HAVING pageViews > 0
) ORDER BY ${sort} DESC, url LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { days: [...scope.range.days], ...paramsOf(scope), limit, offset, ...(only && { only: [...only] }) },
  );
  if (rows.length === 0 && offset > 0) {
    const first = await pages(clickHouse, scope, { sort, limit: 1, offset: 0, ...(only && { only }) });
    return { pages: [], totalRecords: first.totalRecords };
  }
  return {
    pages: rows.map(({ url, pageViews, uniqueVisitors, entries, exits }) => ({
      url,
      pageViews,
      uniqueVisitors,
      entries,
      exits,
    })),
    totalRecords: rows[0]?.records ?? 0,
  };
};

/** Where visits of the range begin or end, also outside the items of a filter: only pages that pass it are reported. */
const endsSql = (scope: ReportScope, end: string, counted: string): string => `
SELECT end AS url, toUInt64(0), toUInt64(0), ${counted} FROM (
SELECT ${DAY} AS day, visitor, ${end} AS end FROM page_views
WHERE ${between()} AND visitor IS NOT NULL${ofVisits(scope.visits, 'page_views')} GROUP BY day, visitor
) GROUP BY url`;
