/** Report on the moments of an item that searches lead to. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { between, COUNTED } from './conditions.js';
import { nearby, paramsOf, type ReportScope } from './scope.js';

export interface Moment {
  /** Where the passage starts that was chosen in the results. */
  startMs: number;
  clicks: number;
  /** The most frequent queries that led there. */
  queries: { query: string; clicks: number }[];
}

const MAX_MOMENTS = 50;
const MAX_QUERIES = 5;

/** Most clicks first. Clicks whose search is not known any more count without a query. */
export const moments = async (
  clickHouse: ClickHouse,
  scope: Omit<ReportScope, 'filter' | 'visits'>,
  itemId: number,
): Promise<Moment[]> => {
  const rows = await clickHouse.query<{ start: number; clicks: number; queries: [string, number][] }>(
    `SELECT start, sum(n) AS clicks,
  arraySlice(arraySort(q -> (-toInt64(q.2), q.1), groupArrayIf((term, n), term != '')), 1, ${MAX_QUERIES}) AS queries
FROM (
SELECT c.start AS start, s.term AS term, count() AS n FROM (
  SELECT searchId, assumeNotNull(startMs) AS start FROM search_clicks
  WHERE ${between()} AND itemId = {itemId:UInt64} AND startMs IS NOT NULL
) AS c LEFT ANY JOIN (
  SELECT searchId, term FROM searches WHERE ${COUNTED} AND ${nearby('at')}
) AS s ON c.searchId = s.searchId
GROUP BY start, term
) GROUP BY start ORDER BY clicks DESC, start LIMIT ${MAX_MOMENTS}`,
    { ...paramsOf(scope), itemId },
  );
  return rows.map(({ start, clicks, queries }) => ({
    startMs: start,
    clicks,
    queries: queries.map(([query, count]) => ({ query, clicks: count })),
  }));
};
