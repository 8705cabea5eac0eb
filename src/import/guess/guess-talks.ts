/** Guesses the fields of several talks together, because their files tell something about each other. */
import type { Readers } from '../../../indexer/index.js';
import { createKnownNames, type KnownName } from '../names/known-names.js';
import { talkName, readName } from '../names/read-name.js';
import type { TalkClues, TalkGuess } from './guess.js';
import { guessFields, guessTitle, type TalkFields } from './guess-talk.js';
import { countOrder, learnHabits, type Habits } from './habits.js';
import type { PastItem } from './past-item.js';
import { readTalk, type UploadBatch, type GuessContext } from './read-talk.js';
import { markerText } from './guess.schema.js';

/** What guesses need of the library. */
export interface LibraryNames {
  collection: string;
  account: string;
  /** BCP 47; null if unknown. */
  language: string | null;
  /** How the account's people write references. */
  readers: Readers;
  speakers: KnownName[];
  series: KnownName[];
  /** The newest items of the collection, newest first. */
  items: PastItem[];
}

export interface GuessRequest {
  library: LibraryNames;
  talks: TalkClues[];
  /** YYYY-MM-DD */
  today: string;
}

/** Guesses in the order of `talks`. Depends on nothing else, so that it can run in a thread. */
export const guessTalks = ({ library, talks, today }: GuessRequest): TalkGuess[] => {
  const { speakers, series, items, ...about } = library;
  const habits = learnHabits(items, today, about.readers);
  const usual = new Set(items.flatMap((item) => item.speakers.map(({ id }) => id)));
  const context: GuessContext = {
    ...about,
    today,
    habits,
    series,
    library: {
      speakers: createKnownNames('speaker', speakers, usual),
      series: createKnownNames('series', series, new Set(items.flatMap((item) => item.series?.id ?? []))),
      isUsual: (id) => usual.has(id),
    },
    batch: batchOf(talks, today),
  };
  const read = talks.map((clues) => readTalk(clues, context));
  const fields = continueSeries(
    read.map((talk) => ({ ...guessFields(talk, context), markers: talk.markers })),
    context,
  );
  return fields.map((each, at) => ({ title: guessTitle(read[at]!, each, context), ...each }));
};

/** At least this many files must agree. */
const MIN_FILES = 3;

const batchOf = (talks: readonly TalkClues[], today: string): UploadBatch => {
  const dateOrders: Habits['dateOrders'] = new Map();
  const counts = new Map<string, number>();
  const numbers = new Map<string, Set<number>>();
  const artists = new Set(talks.map(({ tags }) => tags.artists?.join(';') ?? ''));
  for (const { path } of talks) {
    if (path === null) continue;
    const parts = talkName(path).stem.split('/');
    const folder = parts.slice(0, -1).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
    const { date, number } = readName(parts.at(-1)!, today);
    const [only, ...others] = date?.readings ?? [];
    if (only?.order && others.length === 0) countOrder(dateOrders, date!.text, only.order);
    if (number?.kind === 'track')
      numbers.set(folder, (numbers.get(folder) ?? new Set<number>()).add(number.number));
  }
  const [artist] = artists;
  return {
    dateOrders,
    talks: counts,
    numbered: new Set([...numbers].filter(([, { size }]) => size > 1).map(([folder]) => folder)),
    artist: talks.length >= MIN_FILES && artists.size === 1 && artist ? artist : null,
  };
};

/** Number of newest items that must be in the series. */
const RUN = 3;
/** A series that pauses for longer than this has ended, days. */
const MAX_PAUSE = 28;
const DAY_MS = 24 * 60 * 60_000;

interface MarkedFields extends TalkFields {
  /** Folded markers in the file name. */
  markers: ReadonlySet<string>;
}

/** A series that goes on, of all items or of those with a marker in their file names. */
interface Run {
  series: { id: number; title: string };
  /** Time of the last talk, ms. */
  last: number;
  /** The order of the last talk; null if the items are not numbered. */
  order: number | null;
  reason: string;
}

/** Guesses that talks without a series continue the one that the newest items of the collection are in. */
const continueSeries = <T extends MarkedFields>(talks: readonly T[], context: GuessContext): T[] => {
  const runs = new Map<string, Run | null>();
  const runOf = (marker: string): Run | null => {
    const known = runs.get(marker);
    const run = known === undefined ? newRun(marker, context) : known;
    runs.set(marker, run);
    return run;
  };
  const continued = new Map<T, T>();
  const dated = talks.filter(({ date }) => date !== null);
  for (const talk of dated.sort((a, b) => (a.date!.value < b.date!.value ? -1 : 1))) {
    const marker = [...talk.markers].find((each) => context.habits.speakerByMarker.has(each)) ?? '';
    const run = runOf(marker);
    const time = Date.parse(talk.date!.value);
    const isOther = talk.series !== null && talk.series.id !== run?.series.id;
    if (!run || isOther || time <= run.last || time - run.last > MAX_PAUSE * DAY_MS) continue;
    run.last = time;
    const order = talk.orderInSeries?.value ?? (run.order === null ? null : run.order + 1);
    run.order = run.order === null ? null : order;
    const { series, reason } = run;
    continued.set(talk, {
      ...talk,
      series: talk.series ?? { id: series.id, name: series.title, from: 'habit', reason },
      orderInSeries:
        talk.orderInSeries ??
        (order === null ? null : { value: order, from: 'habit', reason: 'the next number' }),
    });
  }
  return talks.map((talk) => continued.get(talk) ?? talk);
};

const newRun = (marker: string, { habits, collection }: GuessContext): Run | null => {
  const isMarked = (item: PastItem): boolean =>
    marker === '' || habits.markersOf.get(item)?.has(marker) === true;
  const newest = habits.items.filter((item) => item.date !== null && isMarked(item)).slice(0, RUN);
  const [first] = newest;
  const { series } = first ?? {};
  if (!first || !series || newest.length < RUN || newest.some((item) => item.series?.id !== series.id))
    return null;
  const orders = newest.map(({ orderInSeries }) => orderInSeries);
  const isCounted = orders.every((order, at) => order !== null && (at === 0 || order < orders[at - 1]!));
  const like = marker === '' ? '' : ` with “${markerText(marker)}” in the file name`;
  return {
    series,
    last: Date.parse(first.date!),
    order: isCounted ? orders[0]! : null,
    reason: `as in the last ${RUN} items of ${collection}${like}`,
  };
};
