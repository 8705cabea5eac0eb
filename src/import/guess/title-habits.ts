/** Learns how titles are made from other fields: "Predigt vom 10. März 2024", "Romans (Part 3)". */
import type { PastItem } from './past-item.js';
import type { SearchLanguage } from '../../../indexer/index.js';

/** The fields that a title may be made of. */
export interface TitleParts {
  date: string | null;
  speaker: string | null;
  series: string | null;
  orderInSeries: number | null;
  /** `Romans 8` */
  scripture: string | null;
}

export interface TitleHabit {
  /** Texts and names of variables, in order. */
  parts: ({ text: string } | { variable: string })[];
  /** Number of items whose titles are made like this. */
  count: number;
  /** Folded markers in the file names of all of these items. */
  markers: ReadonlySet<string>;
}

const MIN_COUNT = 3;

const LOCALES: Record<SearchLanguage, readonly string[]> = {
  en: ['en-US', 'en-GB'],
  de: ['de'],
  es: ['es'],
  fr: ['fr'],
  pt: ['pt-BR'],
};
const STYLES = ['full', 'long', 'medium'] as const;

type Format = (date: string) => string;
let formats: Map<string, Format> | undefined;

/** By name. Created on first use: the formatters take some milliseconds. */
const dateFormats = (): Map<string, Format> => {
  const named = Object.values(LOCALES)
    .flat()
    .flatMap((locale) =>
      STYLES.map((dateStyle): [string, Format] => {
        const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
        return [`${locale} ${dateStyle}`, (date) => format.format(new Date(`${date}T00:00:00Z`))];
      }),
    );
  const numeric = [
    'Y-MM-DD',
    'DD.MM.Y',
    'D.M.Y',
    'DD.MM.YY',
    'D.M.YY',
    'DD/MM/Y',
    'MM/DD/Y',
    'M/D/Y',
    'M/D/YY',
  ];
  return new Map([
    ...named,
    ...numeric.map((form): [string, Format] => [
      form,
      (date) => {
        const [year, month, day] = date.split('-') as [string, string, string];
        return form
          .replace(/YY?/, (y) => (y === 'YY' ? year.slice(2) : year))
          .replace(/MM?/, (m) => (m === 'MM' ? month : String(Number(month))))
          .replace(/DD?/, (d) => (d === 'DD' ? day : String(Number(day))));
      },
    ]),
  ]);
};

const surnameOf = (name: string): string => name.split(/\s+/).at(-1)!;

/** The texts of the fields by variable, the longest first. */
const variablesOf = ({ date, speaker, series, orderInSeries, scripture }: TitleParts): [string, string][] => {
  formats ??= dateFormats();
  const variables: [string, string][] = [
    ...(date === null ? [] : [...formats].map(([name, format]): [string, string] => [name, format(date)])),
    ...(speaker === null
      ? []
      : ([
          ['speaker', speaker],
          ['surname', surnameOf(speaker)],
        ] as [string, string][])),
    ...(scripture === null ? [] : [['scripture', scripture] as [string, string]]),
    ...(series === null ? [] : [['series', series] as [string, string]]),
    ...(orderInSeries === null ? [] : [['number', String(orderInSeries)] as [string, string]]),
  ];
  return variables.sort((a, b) => b[1].length - a[1].length);
};

export const learnTitles = (
  items: readonly PastItem[],
  markersOf: ReadonlyMap<PastItem, ReadonlySet<string>>,
  scriptures: ReadonlyMap<PastItem, string | null>,
): TitleHabit[] => {
  const groups = new Map<string, { parts: TitleHabit['parts']; items: PastItem[] }>();
  for (const item of items) {
    const parts = titlePartsOf(item, scriptures.get(item) ?? null);
    if (!parts.some((part) => 'variable' in part)) continue;
    const key = JSON.stringify(parts);
    const group = groups.get(key) ?? { parts, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()]
    .filter((group) => group.items.length >= MIN_COUNT)
    .sort((a, b) => b.items.length - a.items.length)
    .map(({ parts, items: own }) => ({ parts, count: own.length, markers: commonMarkers(own, markersOf) }));
};

const commonMarkers = (
  items: readonly PastItem[],
  markersOf: ReadonlyMap<PastItem, ReadonlySet<string>>,
): ReadonlySet<string> => {
  const [first, ...others] = items.map((item) => markersOf.get(item) ?? new Set<string>());
  return new Set([...first!].filter((marker) => others.every((set) => set.has(marker))));
};

/** The title with variables in place of what the fields contain. */
const titlePartsOf = (
  { title, date, speakers, series, orderInSeries }: PastItem,
  scripture: string | null,
): TitleHabit['parts'] => {
  const variables = variablesOf({
    date,
    speaker: speakers[0]?.name ?? null,
    series: series?.title ?? null,
    orderInSeries,
    scripture,
  });
  let parts: TitleHabit['parts'] = [{ text: title }];
  for (const [variable, value] of variables)
    parts = parts.flatMap((part): TitleHabit['parts'] => {
      if (!('text' in part)) return [part];
      const at = wholeIndexOf(part.text, value);
      if (at < 0) return [part];
      const [before, after] = [part.text.slice(0, at), part.text.slice(at + value.length)];
      return [{ text: before }, { variable }, { text: after }].filter(
        (each) => !('text' in each) || each.text !== '',
      );
    });
  return parts;
};

/** Where the value stands as whole words; -1 if it does not. */
const wholeIndexOf = (text: string, value: string): number => {
  const at = text.indexOf(value);
  const isWhole =
    at >= 0 &&
    !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) &&
    !/^[\p{L}\p{N}]/u.test(text.slice(at + value.length));
  return isWhole ? at : -1;
};

/**
 * The title that the habit makes of the fields; null if one of them is missing.
 * @param markers folded markers in the file name
 */
export const titleByHabit = (
  habits: readonly TitleHabit[],
  fields: TitleParts,
  markers: ReadonlySet<string>,
): { title: string; habit: TitleHabit } | null => {
  const values = new Map(variablesOf(fields));
  const fitting = habits.filter((habit) => [...habit.markers].every((marker) => markers.has(marker)));
  for (const habit of fitting.sort((a, b) => b.markers.size - a.markers.size || b.count - a.count)) {
    const texts = habit.parts.map((part) => ('text' in part ? part.text : values.get(part.variable)));
    if (texts.every((text) => text !== undefined)) return { title: texts.join(''), habit };
  }
  return null;
};
