/** Report on plays, watch time, visitors, page views and searches over time, compared with the previous range. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { bySlots } from './page-views.js';
import type { DateRange } from './range.js';
import {
  byInterval,
  iso,
  paramsOf,
  previousScope,
  sessions,
  slotOf,
  sum,
  type ReportScope,
} from './scope.js';
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
  /** Every interval of the range, including those without events. */
  series: OverviewInterval[];
  /** Every interval of the previous range. */
  previousSeries: OverviewInterval[];
}

type OverviewInterval = { start: string } & OverviewMetrics;

export const overview = async (clickHouse: ClickHouse, scope: ReportScope): Promise<OverviewReport> => {
  const before = previousScope(scope);
  const read = (startsOf: (range: DateRange) => readonly number[]) =>
    bothPeriods(clickHouse, scope, before, startsOf);
  const ofDays = read(({ days }) => days);
  const ofSlots = scope.range.interval === 'hour' ? read(({ intervals }) => intervals) : ofDays;
  const [days, slots] = await Promise.all([ofDays, ofSlots]);
  return {
    ...metrics(days.current),
    previous: metrics(days.previous),
    series: seriesOf(scope.range, slots.current),
    previousSeries: seriesOf(before.range, slots.previous),
  };
};

/**
 * Reads both periods with as few queries as possible: visits at once where one follows the other. Plays are read apart,
 * since a session begins where the months around its period say it does.
 */
const bothPeriods = async (
  clickHouse: ClickHouse,
  scope: ReportScope,
  before: ReportScope,
  startsOf: (range: DateRange) => readonly number[],
): Promise<{ current: OverviewSlot[]; previous: OverviewSlot[] }> => {
  const { from, previousFrom, previousTo } = scope.range;
  const [earlier, later] = [startsOf(before.range), startsOf(scope.range)];
  const visits = (one: ReportScope, starts: readonly number[]) =>
    visitsBySlot(clickHouse, one, starts, 'all');
  const joined: ReportScope = {
    ...scope,
    range: {
      ...scope.range,
      from: previousFrom,
      previousTo: previousFrom,
      days: [...before.range.days, ...scope.range.days],
    },
  };
  const rows: OverviewSlot[][] = await Promise.all([
    playsBySlot(clickHouse, before, earlier),
    playsBySlot(clickHouse, scope, later),
    ...(previousTo === from
      ? [visits(joined, [...earlier, ...later])]
      : [visits(before, earlier), visits(scope, later)]),
  ]);
  return {
    current: rows.flat().filter(({ slot }) => slot >= from),
    previous: rows.flat().filter(({ slot }) => slot < previousTo),
  };
};

const seriesOf = (range: DateRange, slots: readonly OverviewSlot[]): OverviewInterval[] =>
  byInterval(range, slots).map(({ start, rows }) => ({ start: iso(start), ...metrics(rows) }));

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
