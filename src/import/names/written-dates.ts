/**
 * Finds the date in a file name with all ways to read it: with the year in two digits, without separators, or with day
 * and month in either order. Others decide between them.
 */
import { findDate, validDate } from './dates.js';

export type DateOrder = 'ymd' | 'dmy' | 'mdy';

export interface DateReading {
  /** Null if the month is a word. */
  order: DateOrder | null;
  /** YYYY-MM-DD */
  date: string;
}

export interface WrittenDate {
  /** Half-open range of offsets in the name, with a time of day that follows. */
  start: number;
  end: number;
  /** The date as written. */
  text: string;
  /** Different dates, at least one. */
  readings: DateReading[];
  /** Separated by dots, as where the day comes first. */
  hasDots: boolean;
}

const ORDERS: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];
/** `10.3.24`, `24-03-10`, `6/9/2024` */
const NUMERIC = /(?<![\p{L}\d]|\d[.-])(\d{1,4})([-_./])(\d{1,2})\2(\d{4}|\d{2})(?![\p{L}\d]|[.-]\d)/u;
/** `240310`, `10032024` */
const COMPACT = /(?<![\p{L}\d])(?:(\d{2})(\d{2})(\d{2})|(\d{2})(\d{2})((?:19|20)\d{2}))(?![\p{L}\d])/u;
/** `10 Mar 24`: the year in two digits. */
const SHORT_NAMED =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|º|er)?[ _.-]{0,3}(\p{L}{3,10})\.?[ _.'’-]{1,3}(\d{2})(?![\p{L}\d])/u;
/** The time that recorders add to a date: `_103000` in `20240310_103000`, `T10-30` in `2024-03-10T10-30`. */
const TIME =
  /^(?:[T_-]|[ _-]{1,3}(?=\d{2}[-.:h]|\d{6}))(?:[01]\d|2[0-3])[-.:h]?[0-5]\d(?:[-.:]?[0-5]\d)?(?![\p{L}\d])/u;

/** @param today YYYY-MM-DD, to complete years of two digits */
export const findWrittenDate = (text: string, today: string): WrittenDate | null => {
  const found = findDate(text);
  if (found?.date) {
    const start = text.indexOf(found.text);
    return written(text, start, found.text, readingsOf(found.text, today, found.date));
  }
  for (const pattern of [NUMERIC, COMPACT, SHORT_NAMED]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const readings = readingsOf(match[0], today);
    if (readings.length > 0) return written(text, match.index, match[0], readings);
  }
  return null;
};

const written = (text: string, start: number, date: string, readings: DateReading[]): WrittenDate => {
  const end = start + date.length;
  const time = TIME.exec(text.slice(end))?.[0] ?? '';
  return { start, end: end + time.length, text: date, readings, hasDots: /\d\.\d+\.\d/.test(date) };
};

/** @param known the only date that it can be, if it is known */
const readingsOf = (text: string, today: string, known?: string): DateReading[] => {
  const [, a, , b, c] = NUMERIC.exec(text) ?? [];
  const compact = COMPACT.exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  const parts = a ? [a, b!, c!] : (compact ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)?.slice(1));
  if (!parts) {
    const [, day, month, year] = SHORT_NAMED.exec(text) ?? [];
    const date =
      known ?? (day ? (findDate(`${day} ${month} ${fullYear(year!, today)}`)?.date ?? null) : null);
    return date === null ? [] : [{ order: null, date }];
  }
  const readings = ORDERS.flatMap((order): DateReading[] => {
    const date = dateIn(parts as [string, string, string], order, today);
    return date === null || (known !== undefined && date !== known) ? [] : [{ order, date }];
  });
  if (readings.length === 0 && known !== undefined) return [{ order: null, date: known }];
  return readings.filter(({ date }, at) => readings.findIndex((other) => other.date === date) === at);
};

const dateIn = (
  [first, second, third]: [string, string, string],
  order: DateOrder,
  today: string,
): string | null => {
  const [year, month, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  if (month.length > 2 || day.length > 2 || year.length % 2 === 1) return null;
  return validDate(fullYear(year, today), month, day);
};

/** The year in four digits. A two-digit year is at most one year ahead of today. */
const fullYear = (year: string, today: string): string => {
  if (year.length === 4) return year;
  const century = Number(today.slice(0, 2));
  const isAhead = Number(year) > Number(today.slice(2, 4)) + 1;
  return `${isAhead ? century - 1 : century}${year}`;
};
