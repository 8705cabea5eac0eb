/** Reads what a file name says by itself, without knowing the library: dates, numbers and scriptures. */
import { splitName, type SplitName } from './split-name.js';
import { findWrittenDate, type WrittenDate } from './written-dates.js';
import { findWrittenNumber, type WrittenNumber } from './written-numbers.js';
import { findWrittenScriptures, type WrittenScripture } from './written-scriptures.js';

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
 */
export const readName = (name: string, today: string): NameReading => {
  const split = splitName(name);
  const { text } = split;
  const taken: { start: number; end: number }[] = [];
  const isFree = (start: number, end: number): boolean =>
    taken.every((other) => end <= other.start || other.end <= start);
  const date = findWrittenDate(text, today);
  if (date) taken.push(date);
  const scriptures = findWrittenScriptures(text, isFree);
  taken.push(...scriptures);
  const number = findWrittenNumber(text, isFree);
  if (number) taken.push(number);
  const times = [...text.matchAll(CLOCK)].flatMap(({ 0: time, index }): [number, number][] => {
    const isWritten = /^[AP]M$|\d|\./.test(time);
    return isWritten && isFree(index, index + time.length)
      ? [wordsIn(split, index, index + time.length)]
      : [];
  });
  return { ...split, date, number, scriptures, times };
};

/** The words that overlap with a range of offsets, as a half-open range. */
export const wordsIn = ({ words }: SplitName, start: number, end: number): [from: number, to: number] => {
  const from = words.findIndex((word) => word.end > start);
  const to = words.findIndex((word) => word.start >= end);
  return from < 0 ? [words.length, words.length] : [from, to < 0 ? words.length : to];
};
