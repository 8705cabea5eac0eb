/** Writes the numbers of references in digits: "twenty-third psalm" and "Ps. xxiii" become "psalm 23" and "Ps. 23". */
import { foldedWords, type FoldedWord } from '../text/fold.js';
import { isBookName, mayNameBook } from './book-names.js';
import { findNumbers, romanValue, type FoundNumber } from './number-words.js';
import type { SearchLanguage } from '../text/search-languages.js';

export interface WithDigits {
  text: string;
  /** Maps a range of the new text to offsets in the original text. */
  original(start: number, end: number): [start: number, end: number];
}

interface Replacement {
  start: number;
  end: number;
  by: string;
}

const PSALM = new Set(['psalm', 'psalms', 'psalmen', 'psaume', 'psaumes', 'salmo', 'salmos']);
const CHAPTER = new Set(['chapter', 'kapitel', 'capitulo', 'chapitre']);
/** Words between "chapter" or "first" and the name of the book. */
const BETWEEN = new Set(
  (
    'of in from to the book gospel letter epistle von vom aus dem den der des die im an buch brief evangelium de du del do da ' +
    'la le el los les las das os a as aos aux libro livro livre carta epistola evangelio evangelho evangile epitre lettre'
  ).split(' '),
);
const MAX_BETWEEN = 4;
/** "23rd", "23.", "23e", "23º" */
const DIGIT_ORDINAL = /^(\d{1,3})(st|nd|rd|th|e|eme|o|a)?$/;
const LAST_NUMBERED_BOOK = 5;

/** @returns null if the text contains neither digits nor numbers to replace */
export function withDigits(text: string, language: SearchLanguage): WithDigits | null {
  const words = foldedWords(text);
  const replacements: Replacement[] = [];
  const numbers = new Map(findNumbers(words, language).map((number) => [number.first, number]));
  for (let at = 0; at < words.length; at++) {
    const number = numbers.get(at) ?? digitOrdinal(words[at]!, at, text);
    const found =
      (number && replaceNumber(text, words, number, language)) ?? replaceRoman(text, words, at, language);
    if (!found) continue;
    replacements.push(found);
    while (at + 1 < words.length && words[at + 1]!.end <= found.end) at++;
  }
  return replacements.length > 0 || /\d/.test(text) ? replaced(text, replacements) : null;
}

function digitOrdinal({ folded, end }: FoldedWord, first: number, text: string): FoundNumber | undefined {
  const [, digits, suffix] = DIGIT_ORDINAL.exec(folded) ?? [];
  if (digits === undefined) return undefined;
  return { value: Number(digits), isOrdinal: suffix !== undefined || text[end] === '.', first, count: 1 };
}

function replaceNumber(
  text: string,
  words: readonly FoldedWord[],
  { value, isOrdinal, first, count }: FoundNumber,
  language: SearchLanguage,
): Replacement | undefined {
  const { start } = words[first]!;
  const { end } = words[first + count - 1]!;
  const next = words[first + count];
  if (isOrdinal && next && PSALM.has(next.folded))
    return { start, end: next.end, by: `${text.slice(next.start, next.end)} ${value}` };
  const previous = words[first - 1];
  const chapter = isOrdinal ? next : previous;
  if (chapter && CHAPTER.has(chapter.folded)) {
    const book = bookBehind(words, first + count + (isOrdinal ? 1 : 0), language);
    if (book)
      return {
        start: isOrdinal ? start : chapter.start,
        end: book.end,
        by: `${text.slice(book.start, book.end)} ${value}`,
      };
  }
  if (!isOrdinal) return { start, end, by: `${value}` };
  const numbered = value <= LAST_NUMBERED_BOOK ? bookBehind(words, first + count, language, 0) : undefined;
  return numbered && { start, end: numbered.end, by: `${value} ${text.slice(numbered.start, numbered.end)}` };
}

/** The book name after at least `least` words such as "of the". */
function bookBehind(
  words: readonly FoldedWord[],
  from: number,
  language: SearchLanguage,
  least = 1,
): FoldedWord | undefined {
  let at = from;
  while (at < from + MAX_BETWEEN && words[at] && BETWEEN.has(words[at]!.folded)) at++;
  const book = words[at];
  return book && at - from >= least && isBookName(book.folded, language) ? book : undefined;
}

/**
 * Replaces a Roman numeral after a book name. A single letter counts only if a verse follows or the book's full
 * name precedes it.
 */
function replaceRoman(
  text: string,
  words: readonly FoldedWord[],
  at: number,
  language: SearchLanguage,
): Replacement | undefined {
  const { folded, start, end } = words[at]!;
  const value = romanValue(folded);
  const previous = words[at - 1]?.folded;
  if (value === undefined || previous === undefined || !mayNameBook(previous, language)) return undefined;
  const hasVerse = /^[\s.:,]*\d/.test(text.slice(end, end + 4));
  const isLikely = folded.length > 1 || hasVerse || (folded !== 'i' && isBookName(previous, language));
  return isLikely ? { start, end, by: `${value}` } : undefined;
}

function replaced(text: string, replacements: readonly Replacement[]): WithDigits {
  let result = '';
  let at = 0;
  /** Corresponding ranges of the new and the original text, which are either identical or replaced. */
  const ranges: { from: number; to: number; start: number; end: number; isSame: boolean }[] = [];
  const add = (part: string, start: number, end: number, isSame: boolean): void => {
    ranges.push({ from: result.length, to: result.length + part.length, start, end, isSame });
    result += part;
  };
  for (const { start, end, by } of replacements) {
    add(text.slice(at, start), at, start, true);
    add(by, start, end, false);
    at = end;
  }
  add(text.slice(at), at, text.length, true);
  return {
    text: result,
    original: (start, end) => {
      const first = ranges.find(({ to }) => start < to);
      const last = ranges.find(({ to }) => end <= to);
      return [
        first ? (first.isSame ? first.start + start - first.from : first.start) : text.length,
        last ? (last.isSame ? last.start + end - last.from : last.end) : text.length,
      ];
    },
  };
}
