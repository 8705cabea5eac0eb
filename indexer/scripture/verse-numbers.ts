/** Numbers the verses of the Bible from 0, in canonical order. */
import { lastAtMost } from '../text/last-at-most.js';
import { BIBLE_BOOKS } from './books.js';

interface NumberedChapter {
  /** USFM code. */
  book: string;
  chapter: number;
  verses: number;
  /** The number of its first verse. */
  start: number;
}

const CHAPTERS: NumberedChapter[] = [];
const indexes = new Map<string, number>();
let total = 0;
for (const { code, verseCounts } of BIBLE_BOOKS)
  for (const [i, verses] of verseCounts.entries()) {
    indexes.set(`${code}.${i + 1}`, CHAPTERS.length);
    CHAPTERS.push({ book: code, chapter: i + 1, verses, start: total });
    total += verses;
  }

/** @param index in canonical order */
export const chapterAt = (index: number): NumberedChapter => CHAPTERS[index]!;

/** The index of a chapter in canonical order; undefined if it does not exist. */
export const chapterIndex = (book: string, chapter: number): number | undefined =>
  indexes.get(`${book}.${chapter}`);

/** The index of the chapter that contains a verse. */
export const chapterOfVerse = (verse: number): number =>
  lastAtMost(CHAPTERS.length, (index) => CHAPTERS[index]!.start, verse);

/** The number of the first verse of a chapter; undefined if the chapter does not exist. */
export const firstVerse = (book: string, chapter: number): number | undefined => {
  const index = chapterIndex(book, chapter);
  return index === undefined ? undefined : CHAPTERS[index]!.start;
};
