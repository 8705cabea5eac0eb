/** Finds the Bible references in a file name, in five languages: `Rom 8`, `1Kor13`, `Mt_5_3-12`. */
import {
  mayNameBook,
  parseReferences,
  SEARCH_LANGUAGES,
  fold,
  type VerseRange,
} from '../../../indexer/index.js';

export interface WrittenScripture {
  /** Half-open range of offsets in the name. */
  start: number;
  end: number;
  text: string;
  passages: VerseRange[];
}

/** Limits, because reading a reference in six languages takes some milliseconds. */
const MAX_FOUND = 4;
const MAX_TRIED = 8;
/** A book and its chapter. */
const CHAPTER =
  /(?<![\p{L}\p{N}])(?:(?:[1-5]|I{1,3})[. _-]{0,2})?(?<book>\p{L}[\p{L}\p{M}]{1,19})\.?[ ._-]{0,2}\d{1,3}(?!\d)/gu;
/** Verses and further chapters. */
const REST = /^(?:[ _]?[:.,_v–-][ _]?\d{1,3}(?!\d)[ab]?(?:ff?(?!\p{L}))?){1,4}/iu;
const ONE_RANGE = /^\D*\d+-\d+/;
const ONE_VERSE = /^\D*\d+/;
/** Verses after a space only: `Mt 5 3-12`. */
const SPACED = /^ \d{1,3}-\d{1,3}(?!\d)/;

/** @param isFree whether nothing else has been read from the range */
export const findWrittenScriptures = (
  text: string,
  isFree: (start: number, end: number) => boolean,
): WrittenScripture[] => {
  const found: WrittenScripture[] = [];
  let tried = 0;
  const pattern = new RegExp(CHAPTER);
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { index: start } = match;
    const end = start + match[0].length;
    const book = match.groups!.book!;
    // Its number may belong to the next word: `Smith-1Kor13`.
    pattern.lastIndex = start + match[0].lastIndexOf(book) + book.length;
    if (start < (found.at(-1)?.end ?? 0) || !isFree(start, end) || !isBook(book)) continue;
    if (found.length === MAX_FOUND || tried++ === MAX_TRIED) break;
    const after = text.slice(end);
    const rest = REST.exec(after)?.[0] ?? SPACED.exec(after)?.[0] ?? '';
    const verses = [rest, ONE_RANGE.exec(rest)?.[0], ONE_VERSE.exec(rest)?.[0], ''];
    const free = verses.filter((each) => each !== undefined && isFree(start, end + each.length));
    const read = readLongest(match[0], new Set(free as string[]));
    if (read) found.push({ start, end: start + read.text.length, ...read });
  }
  return found;
};

/** Whether the word may be a book, also as `Roemer` for Römer; `AM` and `PM` are times of the day. */
const isBook = (word: string): boolean => {
  const folded = fold(word);
  const forms = [folded, folded.replace(/([aou])e/g, '$1')];
  return (
    !/^[AP]M$/.test(word) &&
    SEARCH_LANGUAGES.some((language) => forms.some((form) => mayNameBook(form, language)))
  );
};

/** The reference with as many of the verses as can be read. */
const readLongest = (
  chapter: string,
  verses: Iterable<string>,
): { text: string; passages: VerseRange[] } | null => {
  for (const each of verses) {
    const passages = parseReferences(normalized(chapter, each));
    if (passages.length > 0) return { text: chapter + each, passages };
  }
  return null;
};

/** Names of files have no colons: the first number after the chapter is a verse. */
const normalized = (chapter: string, verses: string): string => {
  const book = chapter.replace(/[_-]/g, ' ').replace(/(\p{L})\.?(\d)/u, '$1 $2');
  return book + verses.replace(/^ ?[_.v:] ?|^ (?=\d)/i, ':').replace(/_/g, ' ');
};
