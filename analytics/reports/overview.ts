/** Report on plays, watch time, visitors, page views and searches over time, compared with the previous range. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { previousOf } from './range.js';
import { bySlots } from './page-views.js';
import { byInterval, iso, paramsOf, sessions, slotOf, sum, type ReportScope } from './scope.js';
import { visitsBySlot } from './visits.js';

export interface OverviewMetrics {
  plays: number;
  watchSeconds: number;
  /** Visitors with any event; over several days, the sum of the daily numbers. */
  uniqueVisitors: number;
  pageViews: number;
  searches: number;
}

export interface OverviewReport extends OverviewMetrics {
  previous: OverviewMetrics;
  series: ({ start: string } & OverviewMetrics)[];
}

export const overview = async (clickHouse: ClickHouse, scope: ReportScope): Promise<OverviewReport> => {
  const [current, previous] = await Promise.all([
    slotsOf(clickHouse, scope),
    slotsOf(clickHouse, { ...scope, range: previousOf(scope.range) }),
  ]);
  return {
    ...metrics(current.days),
    previous: metrics(previous.days),
    series: byInterval(scope.range, current.slots).map(({ start, rows }) => ({
      start: iso(start),
      ...metrics(rows),
    })),
  };
};

/** The metrics of the range without a comparison. */
export const currentMetrics = async (clickHouse: ClickHouse, scope: ReportScope): Promise<OverviewMetrics> =>
  metrics((await slotsOf(clickHouse, scope)).days);

interface OverviewSlot {
  slot: number;
  plays?: number;
  watchedMs?: number;
  visitors?: number;
  pageViews?: number;
  searches?: number;
}

const slotsOf = async (clickHouse: ClickHouse, scope: ReportScope) => {
  const [days, slots] = await bySlots(scope, async (starts): Promise<OverviewSlot[]> => {
    const [visits, plays] = await Promise.all([
      visitsBySlot(clickHouse, scope, starts, 'all'),
      playsBySlot(clickHouse, scope, starts),
    ]);
    return [...visits, ...plays];
  });
  return { days, slots };
};

const playsBySlot = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  slots: readonly number[],
): Promise<OverviewSlot[]> =>
  slots.length === 0
    ? []
    : clickHouse.query(
        `SELECT ${slotOf('start')} AS slot, countIf(play = 1) AS plays, sum(watched) AS watchedMs
FROM ${sessions(scope)} GROUP BY slot`,
        { ...paramsOf(scope), slots: [...slots] },
      );

const metrics = (rows: readonly OverviewSlot[]): OverviewMetrics => ({
  plays: sum(rows, ({ plays = 0 }) => plays),
  watchSeconds: sum(rows, ({ watchedMs = 0 }) => watchedMs) / 1000,
  uniqueVisitors: sum(rows, ({ visitors = 0 }) => visitors),
  pageViews: sum(rows, ({ pageViews = 0 }) => pageViews),
  searches: sum(rows, ({ searches = 0 }) => searches),
});
