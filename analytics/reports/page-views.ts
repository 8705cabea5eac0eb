/** Report on page views and visitors over time. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { byInterval, iso, sum, type ReportScope } from './scope.js';
import { visitsBySlot } from './visits.js';

export interface PageViewsReport {
  total: number;
  /** Sum of the unique visitors of each day, because a visitor has a new hash every day. */
  uniqueVisitors: number;
  /** Every interval of the range, including those without views. */
  series: { start: string; views: number; uniqueVisitors: number }[];
}

export const pageViews = async (clickHouse: ClickHouse, scope: ReportScope): Promise<PageViewsReport> => {
  const { range } = scope;
  const [days, slots] = await bySlots(scope, (starts) =>
    visitsBySlot(clickHouse, scope, starts, 'pageViews'),
  );
  return {
    total: sum(days, ({ pageViews }) => pageViews),
    uniqueVisitors: sum(days, ({ visitors }) => visitors),
    series: byInterval(range, slots).map(({ start, rows }) => ({
      start: iso(start),
      views: sum(rows, ({ pageViews }) => pageViews),
      uniqueVisitors: sum(rows, ({ visitors }) => visitors),
    })),
  };
};

/** Reads rows by the account's days, and by the smallest unit of the series: hours, or days again. */
export const bySlots = async <T>(
  { range }: ReportScope,
  read: (starts: readonly number[]) => Promise<T[]>,
): Promise<[days: T[], slots: T[]]> => {
  if (range.interval === 'hour') return Promise.all([read(range.days), read(range.intervals)]);
  const days = await read(range.days);
  return [days, days];
};
