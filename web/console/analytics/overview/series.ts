/** The points of the curve: one metric over time, beside the period before. */
import type { Schemas } from '../../../../client/index.js';
import type { Metric } from '../analytics-search.js';
import { hoursOf } from '../numbers.js';

type StatsRange = Schemas['StatsRange'];
type OverviewMetrics = Schemas['Overview']['previous'];

export type IntervalName = 'hour' | 'day' | 'week' | 'month';

export interface Point {
  /** ISO 8601. */
  start: string;
  /** Null for what lies in the future. */
  value: number | null;
  /** Value of the same interval in the previous period; null if that period had fewer intervals. */
  previous: number | null;
}

const OF_OVERVIEW: Record<Exclude<Metric, 'downloads'>, (metrics: OverviewMetrics) => number> = {
  plays: ({ plays }) => plays,
  listeners: ({ uniqueVisitors }) => uniqueVisitors,
  hours: ({ watchSeconds }) => hoursOf(watchSeconds),
  pageViews: ({ pageViews }) => pageViews,
  searches: ({ searches }) => searches,
};

interface Answers {
  overview: { overview: Schemas['Overview']; range: StatsRange } | undefined;
  downloads: { downloads: Schemas['Downloads']; range: StatsRange } | undefined;
}

export interface MetricReport {
  total: number;
  /** Total of the previous period. */
  previous: number | undefined;
  points: Point[];
  range: StatsRange;
}

/** Undefined until the report that has the metric is there. */
export const analyticsOf = (metric: Metric, { overview, downloads }: Answers): MetricReport | undefined => {
  if (metric === 'downloads') {
    if (!downloads) return undefined;
    const { total, series, previous } = downloads.downloads;
    const points = pointsOf(series, previous?.series, ({ downloads: value }) => value, downloads.range);
    return { total, previous: previous?.total, points, range: downloads.range };
  }
  if (!overview) return undefined;
  const valueOf = OF_OVERVIEW[metric];
  const { series, previous, previousSeries } = overview.overview;
  return {
    total: valueOf(overview.overview),
    previous: valueOf(previous),
    points: pointsOf(series, previousSeries, valueOf, overview.range),
    range: overview.range,
  };
};

const pointsOf = <T extends { start: string }>(
  series: readonly T[],
  previous: readonly T[] | undefined,
  valueOf: (interval: T) => number,
  { to }: StatsRange,
): Point[] =>
  series.map((interval, at) => {
    const before = previous?.[at];
    const isFuture = Date.parse(interval.start) > Math.min(Date.now(), Date.parse(to));
    return {
      start: interval.start,
      value: isFuture ? null : valueOf(interval),
      previous: before === undefined ? null : valueOf(before),
    };
  });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SINGLE: Partial<Record<string, IntervalName>> = { day: 'hour', month: 'day', year: 'month' };

/** How long the intervals are. */
export const intervalOf = (points: readonly Point[], { name }: StatsRange): IntervalName => {
  const starts = points.map(({ start }) => Date.parse(start));
  if (starts.length < 2) return SINGLE[name ?? ''] ?? 'day';
  // The first interval may be a part of a week or month, and a day may have 25 hours.
  const longest = Math.max(...starts.slice(1).map((start, at) => start - starts[at]!));
  if (longest < DAY / 2) return 'hour';
  if (longest < 2 * DAY) return 'day';
  return longest < 10 * DAY ? 'week' : 'month';
};

/** Ranges that end with the day, or with the given one; the others end now. */
const WHOLE_DAYS: readonly (string | null)[] = [null, 'last7days', 'last30days', 'last12months'];

/** Index of the interval that is not over yet; null if all are. */
export const unfinishedOf = (points: readonly Point[], { name, to }: StatsRange): number | null => {
  if (WHOLE_DAYS.includes(name) && Date.parse(to) <= Date.now()) return null;
  const at = points.findLastIndex(({ value }) => value !== null);
  return at < 0 ? null : at;
};

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const FORMATS: Record<IntervalName, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit', hour12: false },
  day: DATE,
  week: DATE,
  month: { month: 'short', year: 'numeric' },
};
/** Hours of one day need no date. */
const MOST_HOURS = 25;

/**
 * @param timeZone of the account
 * @returns what the start of a point is called
 */
export const labels = (
  points: readonly Point[],
  interval: IntervalName,
  timeZone: string,
): ((start: string) => string) => {
  const date = interval === 'hour' && points.length > MOST_HOURS ? DATE : {};
  const format = new Intl.DateTimeFormat('en', { ...date, ...FORMATS[interval], timeZone });
  return (start) => format.format(new Date(start));
};

/** The first and last day of a period, in the account's time zone. */
export const daysOf = (from: string, to: string, timeZone: string): { from: string; to: string } => {
  const format = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
  // Ends are exclusive.
  const last = new Date(Math.max(Date.parse(from), Date.parse(to) - 1));
  return { from: format.format(new Date(from)), to: format.format(last) };
};
