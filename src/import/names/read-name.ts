/** Reads what a file name says by itself, without knowing the library: dates, numbers and scriptures. */
import { isProgramName, withoutVideoId } from './program-names.js';
import { splitName, type SplitName } from './split-name.js';
import { findWrittenDate, type WrittenDate } from './written-dates.js';
import { findWrittenNumber, type WrittenNumber } from './written-numbers.js';
import { findWrittenScriptures, type NameReaders, type WrittenScripture } from './written-scriptures.js';
import { extname } from 'node:path';
import { languageOf } from '../../transcripts/formats/parsing/languages.js';

export interface NameReading extends SplitName {
  date: WrittenDate | null;
  number: WrittenNumber | undefined;
  scriptures: WrittenScripture[];
  /** Half-open ranges of words that are a time of the day, such as `AM` or `9.30 Uhr`. */
  times: [from: number, to: number][];
}

const CLOCK =
  /(?<![\p{L}\p{N}])(?:AM|PM|[ap]\.m\.|\d{1,2}(?:[:.h]\d{2})? ?(?:am|pm|uhr|h)(?![\p{L}\p{N}]))(?![\p{L}\p{N}])/giu;

/**
 * @param name without extension, in NFC
 * @param today YYYY-MM-DD, to complete years of two digits
 * @param readers whose language counts for abbreviations
 */
export const readName = (name: string, today: string, readers?: NameReaders): NameReading => {
  const split = splitName(withoutVideoId(name));
  const { text } = split;
  const taken: { start: number; end: number }[] = [];
  const isFree = (start: number, end: number): boolean =>
    taken.every((other) => end <= other.start || other.end <= start);
  const date = findWrittenDate(text, today);
  if (date) taken.push(date);
  const isOfProgram = isProgramName(text);
  const scriptures = isOfProgram ? [] : findWrittenScriptures(text, isFree, readers);
  taken.push(...scriptures);
  const number = isOfProgram ? undefined : findWrittenNumber(text, isFree);
  if (number) taken.push(number);
  const times = [...text.matchAll(CLOCK)].flatMap(({ 0: time, index }): [number, number][] => {
    const isWritten = /^[AP]M$|\d|\./.test(time);
    return isWritten && isFree(index, index + time.length)
      ? [wordsInRange(split, index, index + time.length)]
      : [];
  });
  return { ...split, date, number, scriptures, times };
};

/** The words that overlap with a range of offsets, as a half-open range. */
export const wordsInRange = (
  { words }: SplitName,
  start: number,
  end: number,
): [from: number, to: number] => {
  const from = words.findIndex((word) => word.end > start);
  const to = words.findIndex((word) => word.start >= end);
  return from < 0 ? [words.length, words.length] : [from, to < 0 ? words.length : to];
};

/** Codes that are also English words: in `how.to.txt` the last word is one, but in captions hardly ever. */
const WORDS = new Set('am an as be do he if in is it my no of oh on or so to up us we'.split(' '));
const CAPTIONS = /^\.(?:vtt|srt|sbv|ttml|dfxp|json3|srv[13]|ass|ssa|lrc)$/i;
const SUFFIX = /\.([a-z]{2}(?:-(?:[a-z]{2}|[A-Z]{2}|[A-Z][a-z]{3}))?)$/;

interface TalkName {
  /** The path without extension and language, in NFC. */
  stem: string;
  /** A BCP 47 tag; undefined if the name contains none. */
  language?: string;
}

/** @param path with `/` between folders */
export const talkName = (path: string): TalkName => {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length).normalize('NFC');
  const code = SUFFIX.exec(stem)?.[1];
  if (code === undefined || !isKnown(code) || (WORDS.has(code) && !CAPTIONS.test(extension))) return { stem };
  const rest = stem.slice(0, -code.length - 1);
  return /[^/]$/.test(rest) ? { stem: rest, ...languageOf(code) } : { stem };
};

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isKnown = (code: string): boolean => names.of(code.slice(0, 2)) !== undefined;
