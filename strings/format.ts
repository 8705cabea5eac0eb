/** Formats times, dates, numbers and messages in the language of the page. */
import type { Message } from './message.js';

/** A time in a recording: `4:11`, `1:02:09`. */
export const clockTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${hours ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
};

/** Joins the lines of a passage, such as list entries, into one. */
export const onOneLine = (text: string): string => text.replaceAll('\n', ' · ');

/** The formatters of one language. */
export interface Format {
  /** @param date a stored day, such as `2024-06-09` */
  day(date: string): string;
  number(value: number): string;
  /** Rounds seconds to whole minutes: `31 min`. */
  minutes(seconds: number): string;
  /** Fills in a message's placeholders. If it has plural forms, picks the one for `values.n`. */
  say(message: Message, values?: Record<string, string | number>): string;
}

const supported = (lang: string): string => {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
};

export const createFormat = (lang: string): Format => {
  const locale = supported(lang);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' });
  const plurals = new Intl.PluralRules(locale);
  return {
    day: (date) => {
      const time = Date.parse(`${date}T00:00:00Z`);
      return Number.isNaN(time) ? date : days.format(time);
    },
    number: (value) => numbers.format(value),
    minutes: (seconds) => minutes.format(Math.max(1, Math.round(seconds / 60))),
    say: (message, values = {}) => {
      const form =
        typeof message === 'string'
          ? message
          : (message[plurals.select(Number(values.n ?? 0)) as 'one'] ?? message.other);
      return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value;
      });
    },
  };
};
