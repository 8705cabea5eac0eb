/** Decides which date an ambiguous one is: by habit, by other files, by language, or because the others are unlikely. */
import type { DateOrder, DateReading, WrittenDate } from '../names/written-dates.js';
import type { Guess, GuessSource } from './guess.js';
import { patternOf, weekdayOf, type Habits } from './habits.js';

export interface DateContext {
  habits: Pick<Habits, 'dateOrders' | 'weekday'>;
  /** The same for the other files of the request. */
  others: Habits['dateOrders'];
  /** Language of the account; null if unknown. */
  language: string | null;
  /** YYYY-MM-DD */
  today: string;
  changedOn: string | null;
  /** "the last 20 items of Sermons" */
  items: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** Recordings are dated at most this many days ahead. */
const MAX_AHEAD = 14;
/** A file is changed within this many days of its recording. */
const MAX_APART = 10;
const FIRSTS: Record<DateOrder, string> = { ymd: 'year', dmy: 'day', mdy: 'month' };

/** Null if it stays ambiguous. */
export const chooseDate = (
  { text, readings, hasDots }: WrittenDate,
  from: GuessSource,
  context: DateContext,
): Guess<string> | null => {
  const place = from === 'folder' ? 'folder name' : 'file name';
  const named = `“${text}” in the ${place}`;
  const guess = ({ date }: DateReading, why = ''): Guess<string> => ({
    value: date,
    from,
    reason: named + why,
  });
  const [only, ...others] = readings;
  if (others.length === 0) return guess(only!);
  const likely = readings.filter(({ date }) => daysBetween(context.today, date) <= MAX_AHEAD);
  const byOrder = (orders: Habits['dateOrders'], as: string): Guess<string> | null => {
    const order = usualOrder(orders.get(patternOf(text)));
    const reading = readings.find((each) => each.order === order);
    return order && reading ? guess(reading, `, with the ${FIRSTS[order]} first ${as}`) : null;
  };
  return (
    byOrder(context.habits.dateOrders, `as in ${context.items}`) ??
    byOrder(context.others, 'as in other files') ??
    single(likely, (reading) => guess(reading)) ??
    single(likely.filter(isNear(context)), (reading) =>
      guess(reading, ', close to the last change of the file'),
    ) ??
    single(
      likely.filter((reading) => hasDots && reading.order === 'dmy'),
      (reading) => guess(reading, ', with the day first'),
    ) ??
    single(
      likely.filter((reading) => /^\d{6}$/.test(text) && reading.order === 'ymd'),
      (reading) => guess(reading, ', with the year first'),
    ) ??
    single(likely.filter(isUsualDay(context)), (reading) =>
      guess(reading, `, on the same day of the week as in ${context.items}`),
    ) ??
    single(
      likely.filter(({ order }) => !isEnglish(context.language) && order === 'dmy'),
      (reading) => guess(reading, ', with the day first'),
    )
  );
};

const single = <T>(readings: readonly DateReading[], use: (reading: DateReading) => T): T | null =>
  readings.length === 1 ? use(readings[0]!) : null;

const usualOrder = (counts: ReadonlyMap<DateOrder, number> | undefined): DateOrder | undefined => {
  const [first, second] = [...(counts ?? [])].sort((a, b) => b[1] - a[1]);
  return first && first[1] > 2 * (second?.[1] ?? 0) ? first[0] : undefined;
};

const isEnglish = (language: string | null): boolean => language === null || /^en\b/.test(language);

const isNear =
  ({ changedOn }: DateContext) =>
  ({ date }: DateReading): boolean =>
    changedOn !== null && Math.abs(daysBetween(date, changedOn)) <= MAX_APART;

const isUsualDay =
  ({ habits: { weekday } }: DateContext) =>
  ({ date }: DateReading): boolean =>
    weekday !== null && weekdayOf(date) === weekday.value;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The usual day of the week on or before the last change of the file. */
export const dateByHabit = ({ habits: { weekday }, changedOn, items }: DateContext): Guess<string> | null => {
  if (weekday === null || changedOn === null) return null;
  const back = (weekdayOf(changedOn) - weekday.value + 7) % 7;
  const value = new Date(Date.parse(changedOn) - back * DAY_MS).toISOString().slice(0, 10);
  return {
    value,
    from: 'habit',
    reason: `the day of the week as in ${items}, before the file was last changed`,
  };
};
