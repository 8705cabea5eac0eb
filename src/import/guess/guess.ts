/** Guesses of an item's fields, each with its reason. */
import type { VerseRange } from '../../../indexer/index.js';

export const guessSources = ['fileName', 'folder', 'tag', 'feed', 'habit'] as const;
export type GuessSource = (typeof guessSources)[number];

export interface GuessReason {
  from: GuessSource;
  /** A phrase: `“Mueller” in the file name`. */
  reason: string;
}

export interface Guess<T> extends GuessReason {
  value: T;
}

/** A speaker or a series. */
export interface NamedGuess extends GuessReason {
  /** Null if it does not exist. */
  id: number | null;
  name: string;
}

export interface PassageGuess extends VerseRange, GuessReason {
  /** As written in English: `Romans 8`. */
  citation: string;
  /** Whether the whole name of the book and a verse are written. */
  isCertain: boolean;
}

export interface TalkGuess {
  title: Guess<string>;
  /** YYYY-MM-DD */
  date: Guess<string> | null;
  speakers: NamedGuess[];
  series: NamedGuess | null;
  orderInSeries: Guess<number> | null;
  scriptures: PassageGuess[];
  /** BCP 47 */
  language: Guess<string> | null;
  /** What could not be decided. */
  notes: string[];
}

/** What is known of a talk before its files arrive. */
export interface TalkClues {
  /** Path of its recording or text, with `/` between folders; null if only the tags are known. */
  path: string | null;
  tags: Tags;
  /** Where the tags come from. */
  tagSource: 'tag' | 'feed';
  /** YYYY-MM-DD, the day of the file's last change. */
  changedOn: string | null;
}

/** Tags of a file, or fields of an episode. */
export interface Tags {
  title?: string | undefined;
  artists?: readonly string[] | undefined;
  album?: string | undefined;
  date?: string | undefined;
  /** Number within the album or the season. */
  track?: number | undefined;
  season?: number | undefined;
  comment?: string | undefined;
  /** As written: `de`, `eng`. */
  language?: string | undefined;
}
