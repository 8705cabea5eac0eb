/** Finds dates in metadata and file names, in the notations that people use. */

import { SEARCH_LANGUAGES } from '../../../indexer/index.js';

/** Languages whose month names are recognised. */
const LANGUAGES = [...SEARCH_LANGUAGES, 'it', 'nl'];

const folded = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** The names of months, or of weekdays from Monday on, with their numbers from 1: long and short, in all languages. */
const namesOf = (unit: 'month' | 'weekday', count: number): [name: string, number: number][] =>
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((length) => {
      const format = new Intl.DateTimeFormat(language, { [unit]: length, timeZone: 'UTC' });
      return Array.from({ length: count }, (_, i): [string, number] => [
        folded(format.format(unit === 'month' ? Date.UTC(2024, i, 15) : Date.UTC(2024, 0, 1 + i))),
        i + 1,
      ]);
    }),
  );

const monthNames = (): Map<string, number> =>
  new Map([['sept', 9], ['setiembre', 9], ['mrz', 3], ['fev', 2], ['juill', 7], ...namesOf('month', 12)]);

/** Created on first use: the formatters take about 15 ms, and few processes import. */
let months: Map<string, number> | undefined;
/** 1 to 12; 0 for a word that is not a month. */
const monthOf = (word: string): number => (months ??= monthNames()).get(folded(word)) ?? 0;

const YEAR = '((?:1[5-9]|20)\\d{2})(?!\\d)';
/**
 * The second day of a meeting: `9-10`, `30 - Dec 1`, `9./10.` A hyphen between spaces separates the parts of a name:
 * `Juan 3.16 - 10 de marzo`.
 */
const TO_DAY = '(?:\\.?(?:[-/]| ?[–&] ?)\\d{1,2}(?!\\d)| ?[-–/&] ?\\p{L}{3,10}\\.? \\d{1,2}(?!\\d))?';
const WORD = '(\\p{L}{3,10})';
const SPACE = '[ _.\\-]{0,3}';
/** `2024-06-09`, `2024_06_09`, `20240609` */
const ISO =
  /(?<!\d)((?:1[5-9]|20)\d{2})(?:([-_./ ])(\d{1,2})\2(\d{1,2})|(?<=(?:19|20)\d{2})(\d{2})(\d{2}))(?!\d)/;
/** `9 June 2024`, `9th of June 2024`, `9. Juni 2024` */
const DAY_FIRST = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|º|er)?${TO_DAY}${SPACE}(?:(?:of|de) )?${WORD}\\.?,?${SPACE}(?:de )?${YEAR}`,
  'iu',
);
/** `June 9, 2024` */
const MONTH_FIRST = new RegExp(
  `(?<!\\p{L})${WORD}\\.?${SPACE}(\\d{1,2})(?:st|nd|rd|th)?${TO_DAY},?[ _.\\-]${SPACE}${YEAR}`,
  'iu',
);
/** `09.06.2024`; other separators only if the day is greater than 12. */
const NUMERIC = new RegExp(`(?<!\\d)(\\d{1,2})([-_./ ])(\\d{1,2})\\2${YEAR}`);

export interface FoundDate {
  /** YYYY-MM-DD; null if the text is ambiguous, such as `06-09-2024`. */
  date: string | null;
  /** The matched text. */
  text: string;
}

/** Finds the first date in a text. */
export function findDate(text: string): FoundDate | null {
  const iso = ISO.exec(text);
  if (iso) {
    const date = validDate(iso[1]!, iso[3] ?? iso[5]!, iso[4] ?? iso[6]!);
    if (date) return { date, text: iso[0] };
  }
  for (const [pattern, day, word] of [
    [DAY_FIRST, 1, 2],
    [MONTH_FIRST, 2, 1],
  ] as const) {
    const match = pattern.exec(text);
    const date = match && validDate(match[3]!, monthOf(match[word]!), match[day]!);
    if (date) return { date, text: match[0] };
  }
  const numeric = NUMERIC.exec(text);
  if (!numeric) return null;
  const [all, first, sign, second, year] = numeric;
  const dayFirst = validDate(year!, second!, first!);
  const monthFirst = validDate(year!, first!, second!);
  if (sign === '.' || dayFirst === monthFirst || !monthFirst)
    return dayFirst ? { date: dayFirst, text: all } : null;
  return { date: dayFirst ? null : monthFirst, text: all };
}

/**
 * Parses a text that is a date, with or without a time of day, to YYYY-MM-DD; null if it is not a date or
 * ambiguous.
 */
export function parseDate(text: string): string | null {
  const found = findDate(text);
  if (!found) return null;
  const at = text.indexOf(found.text);
  const before = text
    .slice(0, at)
    .replace(/[^\p{L}\s-]/gu, '')
    .trim();
  const after = text.slice(at + found.text.length).trim();
  const isDay =
    before === '' ||
    before.split(/[\s-]+/).every((word) => isWeekday(word) || ARTICLES.has(word.toLowerCase()));
  const isRange = /^(?:to|until|bis|a|al|à|au|até|[-–/])\s/i.test(after) && findDate(after) !== null;
  return isDay &&
    (isRange || /^(?:,? ?(?:at |um |à |a las |às )?[T ]?\d{1,2}(?::\d{2}|h|[ap]m).*)?$/is.test(after))
    ? found.date
    : null;
}

const ARTICLES = new Set('on the am den der le el em o dia feira'.split(' '));
let weekdays: Set<string> | undefined;
const isWeekday = (word: string): boolean => {
  weekdays ??= new Set(namesOf('weekday', 7).map(([name]) => name.replace(/feira$/, '')));
  return weekdays.has(folded(word));
};

/** The date as YYYY-MM-DD; null if it does not exist. */
export function validDate(year: string, month: string | number, day: string): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? text : null;
}
