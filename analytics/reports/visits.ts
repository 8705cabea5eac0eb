/**
 * Page views, searches and visitors by time slot, from the hourly roll-up and, at both ends of the range, from
 * raw events.
 */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { ACCOUNT, COUNTED, instant } from './conditions.js';
import { HOUR, ofFilters, paramsOf, slotOf, type ReportScope } from './scope.js';
import type { EventTable } from './visit-filter.js';

export interface VisitSlot {
  /** Start of the slot, ms since 1970. */
  slot: number;
  pageViews: number;
  searches: number;
  /** Unique visitors in the slot. */
  visitors: number;
}

export type Visits = 'pageViews' | 'all';

/**
 * One row per slot of the range that has events.
 * @param slots start times in ascending order; the first is the start of the range
 * @param kind counts visitors who viewed pages, or visitors with any event
 */
export const visitsBySlot = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  slots: readonly number[],
  kind: Visits,
): Promise<VisitSlot[]> => {
  const { from, to } = scope.range;
  if (from >= to) return [];
  // Whole UTC hours come from the roll-up, unless the account's hours or days start within them.
  const rolled = !scope.filter && !scope.visits && slots.every((start) => start % HOUR === 0);
  const firstHour = Math.ceil(from / HOUR) * HOUR;
  const lastHour = rolled ? Math.max(Math.floor(to / HOUR) * HOUR, firstHour) : firstHour;
  // Nothing is left for the events if the range consists of whole hours, as those of whole days do.
  const isWhole = rolled && from === firstHour && to === lastHour;
  return clickHouse.query<VisitSlot>(
    `SELECT slot, sumIf(n, type = 'pageView') AS pageViews, sumIf(n, type = 'search') AS searches,
  uniqExactIfMerge(v) AS visitors
FROM (${[...(rolled ? [fromHours(kind)] : []), ...(isWhole ? [] : fromEvents(scope, kind))].join('\nUNION ALL\n')})
GROUP BY slot ORDER BY slot`,
    { ...paramsOf(scope), slots: [...slots], firstHour, lastHour },
  );
};

const fromHours = (kind: Visits): string => `
SELECT ${slotOf('toInt64(toUnixTimestamp(hour)) * 1000')} AS slot, type, events AS n, visitors AS v
FROM hours
WHERE ${ACCOUNT}${kind === 'pageViews' ? ` AND type = 'pageView'` : ''}
  AND hour >= ${instant('firstHour')} AND hour < ${instant('lastHour')}`;

const PARTIAL_HOURS = `((at >= ${instant('from')} AND at < least(${instant('firstHour')}, ${instant('to')}))
  OR (at >= greatest(${instant('lastHour')}, ${instant('from')}) AND at < ${instant('to')}))`;

const fromEvents = (scope: ReportScope, kind: Visits): string[] => {
  const tables: [table: EventTable, type: string][] = [
    ['page_views', 'pageView'],
    ['playback', 'mediaPlaybackEvent'],
    ['searches', 'search'],
    ['search_clicks', 'searchClick'],
  ];
  return tables.slice(0, kind === 'pageViews' ? 1 : undefined).map(
    ([table, type]) => `
SELECT ${slotOf('toUnixTimestamp64Milli(at)')} AS slot, '${type}' AS type, count() AS n,
  uniqExactIfState(assumeNotNull(visitor), visitor IS NOT NULL) AS v
FROM ${table} WHERE ${COUNTED} AND ${PARTIAL_HOURS}${ofFilters(scope, table)} GROUP BY slot`,
  );
};
