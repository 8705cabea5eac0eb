/** What the recent items of a collection have in common. */
import { citationOf, foldedWords, type Readers } from '../../../indexer/index.js';
import type { KnownName } from '../names/known-names.js';
import { readName, type NameReading } from '../names/read-name.js';
import type { DateOrder } from '../names/written-dates.js';
import { labelPast, type LabelledName, type SlotRole } from './label-past.js';
import type { PastItem } from './past-item.js';
import { learnShapes, type Shape } from './shapes.js';
import { learnTitles, type TitleHabit } from './title-habits.js';

/** How many of how many items. */
export interface Share<T> {
  value: T;
  count: number;
  of: number;
}

export interface Habits {
  items: readonly PastItem[];
  shapes: Shape[];
  /** Folded words of names that say nothing of the fields, of all items and by item. */
  markers: ReadonlySet<string>;
  markersOf: ReadonlyMap<PastItem, ReadonlySet<string>>;
  /** Number of dates that were read in each order, by `patternOf`. */
  dateOrders: Map<string, Map<DateOrder, number>>;
  /** Day of the week, 0 for Sunday. */
  weekday: Share<number> | null;
  /** The usual speaker, also by marker in the file name. */
  speaker: Share<KnownName> | null;
  speakerByMarker: Map<string, Share<KnownName>>;
  language: Share<string> | null;
  /** The series of the items of a season, by the number in their file names. */
  seasons: Map<number, { id: number; title: string }>;
  /** Roles that titles contain although the file name has other words for a title. */
  inTitles: ReadonlySet<SlotRole>;
  titles: TitleHabit[];
}

/** A habit needs this many items, and this share of them. */
const MIN_ITEMS = 3;
const MIN_SHARE = 0.75;
/** Without a marker, one speaker must speak nearly always. */
const MIN_USUAL = { items: 5, share: 0.8 };

/** @param today YYYY-MM-DD */
export const learnHabits = (items: readonly PastItem[], today: string, readers: Readers): Habits => {
  const names = items.flatMap((item) =>
    [...new Set(item.names)].map((name) => ({
      item,
      reading: readName(name, today, { ...readers, fileLanguage: item.language }),
    })),
  );
  const labelled = labelPast(names);
  const dated = items.flatMap(({ date }) => (date === null ? [] : [date]));
  const markersOf = new Map<PastItem, Set<string>>();
  for (const { item, reading, roles } of labelled)
    markersOf.set(item, new Set([...(markersOf.get(item) ?? []), ...markerWords(reading.words, roles)]));
  const markers = new Set([...markersOf.values()].flatMap((words) => [...words]));
  const alone = items.filter(({ speakers }) => speakers.length === 1);
  const byMarker = [...markers].flatMap((marker): [string, Share<KnownName>][] => {
    const share = usual(alone.filter((item) => markersOf.get(item)?.has(marker)).map(soleSpeaker), nameKey);
    return share ? [[marker, share]] : [];
  });
  return {
    items,
    shapes: learnShapes(labelled),
    markers,
    markersOf,
    dateOrders: learnDateOrders(labelled),
    weekday: usual(dated.map(weekdayOf), String, MIN_USUAL),
    speaker: usual(
      items.flatMap((item) => (item.speakers.length > 0 ? [soleSpeaker(item)] : [])),
      nameKey,
      MIN_USUAL,
    ),
    speakerByMarker: new Map(byMarker),
    language: usual(
      items.flatMap(({ language }) => language ?? []),
      String,
    ),
    seasons: new Map(
      labelled.toReversed().flatMap(({ item, reading }) => {
        const season = reading.number?.season;
        return season && item.series ? [[season, item.series] as const] : [];
      }),
    ),
    inTitles: rolesInTitles(labelled),
    titles: learnTitles(
      items,
      markersOf,
      new Map(names.map(({ item, reading }) => [item, scriptureOf(reading)])),
    ),
  };
};

/** The first one, as in English: `Romans 8`. */
export const scriptureOf = ({ scriptures }: NameReading): string | null => {
  const passage = scriptures[0]?.passages[0];
  return passage ? citationOf(passage) : null;
};

const soleSpeaker = ({ speakers }: PastItem): KnownName => speakers[0]!;
const nameKey = ({ id }: KnownName): string => String(id);

const markerWords = (words: readonly { folded: string }[], roles: readonly SlotRole[]): string[] =>
  words.flatMap(({ folded }, at) => (roles[at] === 'marker' ? [folded] : []));

export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The most frequent value, if it is frequent enough. */
const usual = <T>(
  values: readonly T[],
  keyOf: (value: T) => string,
  least = { items: MIN_ITEMS, share: MIN_SHARE },
): Share<T> | null => {
  const counts = new Map<string, { value: T; count: number }>();
  for (const value of values) {
    const known = counts.get(keyOf(value)) ?? { value, count: 0 };
    known.count++;
    counts.set(keyOf(value), known);
  }
  const [first] = [...counts.values()].sort((a, b) => b.count - a.count);
  return first && first.count >= least.items && first.count >= least.share * values.length
    ? { ...first, of: values.length }
    : null;
};

/** The form of a date: `10.3.24` and `03.12.23` have the same. */
export const patternOf = (written: string): string =>
  /^\d{5,}$/.test(written)
    ? String(written.length)
    : written
        .replace(/\d{4}/, 'Y')
        .replace(/\d{1,2}/g, '9')
        .replace(/[^Y9]/g, '.');

const learnDateOrders = (labelled: readonly LabelledName[]): Habits['dateOrders'] => {
  const orders: Habits['dateOrders'] = new Map();
  for (const { item, reading } of labelled)
    for (const { order, date } of reading.date?.readings ?? [])
      if (order !== null && date === item.date) countOrder(orders, reading.date!.text, order);
  return orders;
};

export const countOrder = (orders: Habits['dateOrders'], written: string, order: DateOrder): void => {
  const pattern = patternOf(written);
  const counts = orders.get(pattern) ?? new Map<DateOrder, number>();
  counts.set(order, (counts.get(order) ?? 0) + 1);
  orders.set(pattern, counts);
};

const MAY_BE_IN_TITLES: readonly SlotRole[] = ['scripture', 'number', 'speaker', 'series'];

const rolesInTitles = (labelled: readonly LabelledName[]): ReadonlySet<SlotRole> =>
  new Set(
    MAY_BE_IN_TITLES.filter((role) => {
      const telling = labelled.filter(({ roles }) => roles.includes(role) && roles.includes('title'));
      const kept = telling.filter(({ item, reading, roles }) => {
        const title = new Set(foldedWords(item.title).map(({ folded }) => folded));
        return reading.words.every(({ folded }, at) => roles[at] !== role || title.has(folded));
      });
      return kept.length >= 2 && kept.length > telling.length / 2;
    }),
  );
