/** Finds Bible references in transcripts as people speak them: in full, or as a verse of the chapter named last. */
import { foldedWords, type FoldedWord } from '../text/fold.js';
import { isBookName, mayNameBook, PLAIN_NAMES } from './book-names.js';
import { BIBLE_BOOKS, chapterCount, verseCount } from './books.js';
import { withDigits } from './digits.js';
import { isMeant } from './meant-references.js';
import { findNumbers, romanValue } from './number-words.js';
import { findReferences, type FoundReference } from './references.js';

/** Verses of one chapter that a talk refers to. */
export interface SpokenReference {
  /** USFM code. */
  book: string;
  chapter: number;
  /** Null for the whole chapter. */
  verseStart: number | null;
  verseEnd: number | null;
  /** Offset of the reference in the text. */
  at: number;
}

/**
 * Number of words before a book name that may belong to the reference: "in the third chapter of the gospel
 * according to".
 */
const WORDS_BEFORE = 9;
/** … and after it: "chapter three, verses sixteen through eighteen". */
const WORDS_AFTER = 12;
/** A verse belongs to the chapter named last, if that was at most this many words before. */
const CONTEXT_WORDS = 1_500;
/** Maximum number of references per text; no talk has more. */
const MAX_REFERENCES = 1_000;

const CHAPTER = new Set(['chapter', 'chapters']);
const VERSE = new Set(['verse', 'verses']);
const TO = new Set(['to', 'through', 'thru', 'till', 'until']);
const AND = new Set(['and', 'or']);
/** Phrases that introduce a book without a chapter. */
const INTRODUCTION =
  /\b(?:book|gospel|epistle|letter|prophecy|prophet)\s+(?:of|to|according\s+to)\s+(?:the\s+|st\.?\s+)?$/i;
const INTRODUCTION_LENGTH = 40;
/** Verses of songs and poems, which are not Biblical. */
const OF_A_SONG = /^\s+of\s+(?:the|this|that|our|a)\s+(?:hymn|song|poem|carol|anthem)/i;
const NUMBER = /^\d{1,3}$/;
const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/;

interface Context {
  book: string;
  chapter: number | undefined;
  word: number;
}

/** All references of a text, in order. */
export function spokenReferences(text: string): SpokenReference[] {
  const words = foldedWords(text);
  const numbers = new Map(findNumbers(words, 'en').map((number) => [number.first, number]));
  const found: SpokenReference[] = [];
  let context: Context | undefined;

  /** The number that begins at a word, and the index of the word after it. */
  const numberAt = (at: number): { value: number; isOrdinal: boolean; next: number } | undefined => {
    const { folded } = words[at] ?? { folded: '' };
    if (NUMBER.test(folded)) return { value: Number(folded), isOrdinal: false, next: at + 1 };
    const digits = ORDINAL.exec(folded)?.[1];
    if (digits) return { value: Number(digits), isOrdinal: true, next: at + 1 };
    const spelled = numbers.get(at);
    return spelled && { ...spelled, next: at + spelled.count };
  };

  const add = (book: string, chapter: number, from: number | null, to: number | null, at: number): void => {
    found.push({ book, chapter, verseStart: from, verseEnd: to, at });
  };

  /** Reads the reference around a book name. @returns the word to continue with */
  const readBook = (at: number): number | undefined => {
    const own = words[at]!;
    const start = words[Math.max(0, at - WORDS_BEFORE)]!.start;
    const readTo = (last: number): FoundReference | undefined =>
      referencesIn(text.slice(start, words[Math.min(words.length, last) - 1]!.end)).find(
        (one) => start + one.start <= own.start && own.end <= start + one.end,
      );
    // In "Romans 8, verse 99", only the chapter is kept.
    const number =
      numberAt(at + 1) ?? (CHAPTER.has(words[at + 1]?.folded ?? '') ? numberAt(at + 2) : undefined);
    const hasVerse = number && VERSE.has(words[number.next]?.folded ?? '');
    const read = readTo(at + WORDS_AFTER) ?? (hasVerse ? readTo(number.next) : undefined);
    if (!read) {
      const before = text.slice(Math.max(0, own.start - INTRODUCTION_LENGTH), own.start);
      const book = bookOf(words, at);
      if (book && (PLAIN_NAMES.has(own.folded) || INTRODUCTION.test(before)))
        context = { book, chapter: undefined, word: at };
      return undefined;
    }
    const last = Math.min(read.chapterEnd, read.chapter + MAX_CHAPTERS - 1);
    for (let chapter = read.chapter; chapter <= last; chapter++) {
      const isWhole = read.verseStart === null;
      const from = isWhole ? null : chapter === read.chapter ? read.verseStart : 1;
      const to = isWhole
        ? null
        : chapter === read.chapterEnd
          ? read.verseEnd
          : verseCount(read.book, chapter);
      add(read.book, chapter, from, to, start + read.start);
    }
    context = { book: read.book, chapter: last, word: at };
    let next = at + 1;
    while (next < words.length && words[next]!.end <= start + read.end) next++;
    return next;
  };

  /** "chapter 5", "the fifth chapter" of the current book. */
  const readChapter = (chapter: number, at: number): void => {
    if (!context || at - context.word > CONTEXT_WORDS || chapter > chapterCount(context.book)) return;
    context = { ...context, chapter, word: at };
    add(context.book, chapter, null, null, words[at]!.start);
  };

  /** "verse 28", "verses 3 to 5", "verses 3 and 7", "the third verse" of the current chapter. */
  const readVerses = (from: number, to: number, at: number): void => {
    if (!context?.chapter || at - context.word > CONTEXT_WORDS) return;
    const { book, chapter } = context;
    if (from < 1 || to < from || to > verseCount(book, chapter)) return;
    context = { ...context, word: at };
    add(book, chapter, from, to, words[at]!.start);
  };

  /** Reads the verses after the word "verse". @returns the word to continue with */
  const readVerseList = (at: number): number => {
    let next = at + 1;
    for (;;) {
      const number = numberAt(next);
      if (!number || number.isOrdinal) return next;
      if (OF_A_SONG.test(text.slice(words[number.next - 1]!.end, words[number.next - 1]!.end + 30)))
        return number.next;
      const joint = words[number.next]?.folded ?? '';
      const isRange =
        TO.has(joint) ||
        /^\s*[-–—]\s*$/.test(text.slice(words[number.next - 1]!.end, words[number.next]?.start));
      const end = isRange ? numberAt(number.next + (TO.has(joint) ? 1 : 0)) : undefined;
      readVerses(number.value, end?.value ?? number.value, at);
      next = end?.next ?? number.next;
      const isList = AND.has(words[next]?.folded ?? '') && numberAt(next + 1) !== undefined;
      if (!isList) return next;
      next++;
    }
  };

  for (let at = 0; at < words.length && found.length < MAX_REFERENCES; at++) {
    const { folded } = words[at]!;
    if (mayBeReference(words, at)) {
      const next = readBook(at);
      if (next !== undefined) at = next - 1;
    } else if (VERSE.has(folded)) {
      const ordinal = at > 0 ? ordinalBefore(words, at, numberAt) : undefined;
      if (ordinal !== undefined) readVerses(ordinal, ordinal, at);
      else at = readVerseList(at) - 1;
    } else if (CHAPTER.has(folded)) {
      const number = numberAt(at + 1);
      const ordinal = ordinalBefore(words, at, numberAt);
      if (number && !number.isOrdinal) readChapter(number.value, at);
      else if (ordinal !== undefined) readChapter(ordinal, at);
    }
  }
  return found;
}

/** Maximum number of chapters per reference. */
const MAX_CHAPTERS = 5;
/** Lengths of ordinals in words, longest first: "the twenty-eighth" has two. */
const ORDINAL_WORDS = [3, 2, 1];

/** The value of the ordinal that ends before a word. @param numberAt reads the number that begins at a word */
export function ordinalBefore(
  words: readonly FoldedWord[],
  at: number,
  numberAt: (at: number) => { value: number; isOrdinal: boolean; next: number } | undefined,
): number | undefined {
  for (const count of ORDINAL_WORDS) {
    const number = words[at - count] && numberAt(at - count);
    if (number?.isOrdinal && number.next === at) return number.value;
  }
  return undefined;
}

/** The references in a short text that are meant as such. */
function referencesIn(text: string): FoundReference[] {
  const written = withDigits(text, 'en');
  if (!written) return [];
  return findReferences(written.text).flatMap((found) => {
    const [start, end] = written.original(found.start, found.end);
    const source = text.slice(start, end);
    const isSpelled = !/\d/.test(source);
    const isSure = SURE.test(source);
    return isSure ||
      (isMeant(written.text, found, 'en', isSpelled) && !(isSpelled && isChance(written.text, found)))
      ? { ...found, start, end }
      : [];
  });
}

/** "John one day": a spelled number after a name is a chapter only if the context suggests so. */
const LEADS_TO_CHAPTER = /\b(?:to|in|from|of|at|see|read|reading|turn|open|book|chapter)\s+$/i;
/** Contains "chapter", or begins with the number of a book. */
const SURE = /chapter|^(?:first|second|third)\b/i;
const ENDS = /^\s*(?:[.,;:!?)"”—-]|and\b|verses?\b|$)/i;

function isChance(text: string, found: FoundReference): boolean {
  if (found.verseStart !== null || found.book === 'PSA') return false;
  return !(LEADS_TO_CHAPTER.test(text.slice(0, found.start)) && ENDS.test(text.slice(found.end)));
}

/** Whether a book name, or an abbreviation before a number, is at this word. */
function mayBeReference(words: readonly FoldedWord[], at: number): boolean {
  const { folded } = words[at]!;
  if (isBookName(folded, 'en')) return true;
  const next = words[at + 1]?.folded ?? '';
  const isNumber = /^\d/.test(next) || (romanValue(next) !== undefined && next !== 'i');
  return isNumber && /^[a-z]/.test(folded) && mayNameBook(folded, 'en');
}

const NAMES = new Map(BIBLE_BOOKS.map(({ name, code }) => [name.toLowerCase(), code]));
const BOOK_NUMBERS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
};

function bookOf(words: readonly FoldedWord[], at: number): string | undefined {
  const { folded } = words[at]!;
  const before = words[at - 1]?.folded ?? '';
  const number = BOOK_NUMBERS[before] ?? (/^[1-3]$/.test(before) ? Number(before) : undefined);
  return NAMES.get(number ? `${number} ${folded}` : folded === 'psalm' ? 'psalms' : folded);
}
