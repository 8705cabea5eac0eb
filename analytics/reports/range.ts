/** Ranges of time in an account's time zone: the current calendar unit to date, the last days, or given days. */
import { Temporal } from 'temporal-polyfill';

const UNITS = ['day', 'week', 'isoWeek', 'month', 'quarter', 'year'] as const;
type Unit = (typeof UNITS)[number];

/** Whole days up to and including today. */
const LAST_DAYS = {
  last7days: { length: { days: 7 }, interval: 'day' },
  last30days: { length: { days: 30 }, interval: 'day' },
  last12months: { length: { months: 12 }, interval: 'month' },
} as const satisfies Record<string, { length: Temporal.DurationLike; interval: Interval }>;

const LAST_NAMES = Object.keys(LAST_DAYS) as (keyof typeof LAST_DAYS)[];

export const RANGE_NAMES = [...LAST_NAMES, ...UNITS] as const;
export type RangeName = (typeof RANGE_NAMES)[number];
export type Interval = 'hour' | 'day' | 'week' | 'month';

/** All instants are ms since 1970; `to` and `previousTo` are exclusive. */
export interface DateRange {
  /** Null for given days. */
  name: RangeName | null;
  timeZone: string;
  from: number;
  to: number;
  /** The same elapsed part of the previous unit; for days, the same number of days before them. */
  previousFrom: number;
  previousTo: number;
  /** Step of a series over the range. */
  interval: Interval;
  /** Starts of the intervals, in order. The first is `from`; the last interval ends at `to`. */
  intervals: readonly number[];
  /** Starts of the account's days, in the same way. */
  days: readonly number[];
}

const INTERVAL_OF = {
  day: 'hour',
  week: 'day',
  isoWeek: 'day',
  month: 'day',
  quarter: 'week',
  year: 'month',
} as const satisfies Record<Unit, Interval>;

/**
 * @param now ms since 1970
 * @param timeZone IANA name
 */
export const namedRange = (name: RangeName, now: number, timeZone: string): DateRange =>
  isUnit(name) ? unitToDate(name, now, timeZone) : lastDays(name, now, timeZone);

const isUnit = (name: RangeName): name is Unit => UNITS.some((unit) => unit === name);

/**
 * The previous range is the same number of days before. The last 12 months start a year ago, on the day after
 * today's date.
 */
const lastDays = (name: keyof typeof LAST_DAYS, now: number, timeZone: string): DateRange => {
  const { length, interval } = LAST_DAYS[name];
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.subtract(length).add({ days: 1 });
  return withIntervals({ ...daysBetween(first.toString(), today.toString(), timeZone), name, interval });
};

/**
 * The current unit to date. The previous range covers the same number of days and wall-clock time, but ends with
 * its unit: on 31 March it is the whole of February. Weeks start on Sunday, ISO weeks on Monday.
 * @param now ms since 1970
 * @param timeZone IANA name
 */
const unitToDate = (name: Unit, now: number, timeZone: string): DateRange => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const start = startOfUnit(name, local.toPlainDate());
  const before = start.subtract(LENGTH[name]);
  const sameTime = before
    .add({ days: start.until(local.toPlainDate(), { largestUnit: 'days' }).days })
    .toZonedDateTime({ timeZone, plainTime: local.toPlainTime() }).epochMilliseconds;
  const from = startOfDay(start, timeZone);
  return withIntervals({
    name,
    timeZone,
    from,
    to: Math.max(now, from + 1),
    previousFrom: startOfDay(before, timeZone),
    previousTo: Math.min(sameTime, from),
    interval: INTERVAL_OF[name],
  });
};

/**
 * Whole days in the account's time zone, both ends included.
 * @param from `YYYY-MM-DD`
 * @param to `YYYY-MM-DD`, not before `from`
 */
export const daysBetween = (from: string, to: string, timeZone: string): DateRange => {
  const first = Temporal.PlainDate.from(from, { overflow: 'reject' });
  const after = Temporal.PlainDate.from(to, { overflow: 'reject' }).add({ days: 1 });
  const { days } = first.until(after, { largestUnit: 'days' });
  if (days < 1) throw new RangeError('`to` is before `from`');
  return withIntervals({
    name: null,
    timeZone,
    from: startOfDay(first, timeZone),
    to: startOfDay(after, timeZone),
    previousFrom: startOfDay(first.subtract({ days }), timeZone),
    previousTo: startOfDay(first, timeZone),
    interval: days <= 2 ? 'hour' : days <= 62 ? 'day' : days <= 366 ? 'week' : 'month',
  });
};

/** The previous range as a separate range with the same interval. It has no previous range itself. */
export const previousRange = ({ name, timeZone, previousFrom, previousTo, interval }: DateRange): DateRange =>
  withIntervals({
    name,
    timeZone,
    interval,
    from: previousFrom,
    to: previousTo,
    previousFrom,
    previousTo: previousFrom,
  });

const LENGTH = {
  day: { days: 1 },
  week: { weeks: 1 },
  isoWeek: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
} as const satisfies Record<Unit, Temporal.DurationLike>;

const startOfUnit = (name: Unit, date: Temporal.PlainDate): Temporal.PlainDate => {
  switch (name) {
    case 'day':
      return date;
    case 'week':
      return startOfWeek(date);
    case 'isoWeek':
      return date.subtract({ days: date.dayOfWeek - 1 });
    case 'month':
      return date.with({ day: 1 });
    case 'quarter':
      return date.with({ day: 1, month: date.month - ((date.month - 1) % 3) });
    case 'year':
      return date.with({ day: 1, month: 1 });
  }
};

const startOfWeek = (date: Temporal.PlainDate): Temporal.PlainDate =>
  date.subtract({ days: date.dayOfWeek % 7 });

/** The first instant of a day, which is not midnight if the clocks skip it. */
const startOfDay = (date: Temporal.PlainDate, timeZone: string): number =>
  date.toZonedDateTime({ timeZone }).epochMilliseconds;

/**
 * The date of an instant in a time zone, as YYYY-MM-DD.
 * @param time ms since 1970
 */
export const dateIn = (timeZone: string, time: number): string =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone).toPlainDate().toString();

const HOUR = 3_600_000;

const withIntervals = (range: Omit<DateRange, 'intervals' | 'days'>): DateRange => {
  const days = starts(range, (date) => date.add({ days: 1 }));
  return { ...range, days, intervals: intervalsOf(range, days) };
};

const intervalsOf = (
  range: Omit<DateRange, 'intervals' | 'days'>,
  days: readonly number[],
): readonly number[] => {
  switch (range.interval) {
    case 'hour':
      // 23 or 25 hours on days when the clocks change.
      return days.flatMap((start, at) => {
        const end = days[at + 1] ?? range.to;
        return Array.from({ length: Math.ceil((end - start) / HOUR) }, (_, hour) => start + hour * HOUR);
      });
    case 'day':
      return days;
    case 'week':
      return starts(range, (date) => startOfWeek(date).add({ weeks: 1 }));
    case 'month':
      return starts(range, (date) => date.with({ day: 1 }).add({ months: 1 }));
  }
};

/** `from`, even of an empty range, then the start of each following day, week or month before `to`. */
const starts = (
  { from, to, timeZone }: Pick<DateRange, 'from' | 'to' | 'timeZone'>,
  next: (date: Temporal.PlainDate) => Temporal.PlainDate,
): number[] => {
  const all = [from];
  let date = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).toPlainDate();
  for (;;) {
    date = next(date);
    const at = startOfDay(date, timeZone);
    if (at >= to) return all;
    all.push(at);
  }
};
