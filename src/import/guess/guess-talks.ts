/** Guesses the fields of several talks together, because their files tell something about each other. */
import { createKnownNames, type KnownName } from '../names/known-names.js';
import { talkName, readName } from '../names/read-name.js';
import type { TalkClues, TalkGuess } from './guess.js';
import { guessFields, guessTitle } from './guess-talk.js';
import { countOrder, learnHabits, type Habits } from './habits.js';
import type { PastItem } from './past-item.js';
import { readTalk, type UploadBatch, type GuessContext } from './read-talk.js';
import { continueSeries } from './continue-series.js';

/** What guesses need of the library. */
export interface LibraryNames {
  collection: string;
  account: string;
  /** BCP 47; null if unknown. */
  language: string | null;
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
  const habits = learnHabits(items, today, about.language);
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
