/** Finds the Bible references in a file name, in five languages: `Rom 8`, `1Kor13`, `Mt_5_3-12`. */
import {
  foldedWords,
  isWholeName,
  isWrittenReference,
  mayNameBook,
  parseReferencesIn,
  primarySubtag,
  queryLanguage,
  SEARCH_LANGUAGES,
  fold,
  ENGLISH_READERS,
  type Readers,
  type VerseRange,
  withPlainSigns,
} from '../../../indexer/index.js';
import { KINDS, TIMES_OF_DAY } from './word-lists.js';

export interface WrittenScripture {
  /** Half-open range of offsets in the name. */
  start: number;
  end: number;
  text: string;
  passages: VerseRange[];
  /** Whether the whole name of the book and a verse are written. */
  isCertain: boolean;
}

/** Limits, because reading a reference in six languages takes some milliseconds. */
const MAX_FOUND = 4;
const MAX_TRIED = 8;
/** A book and its chapter. */
const CHAPTER =
  /(?<![\p{L}\p{N}])(?:(?:[1-5][. _-]{0,2}|I{1,3}[. _-]{1,2}))?(?<book>\p{L}[\p{L}\p{M}]{1,19})\.?[ ._-]{0,2}\d{1,3}(?!\d)/gu;
/** Verses and further chapters. */
const REST = /^(?:[ _]?[:.,_v–-][ _]?\d{1,3}(?!\d)[ab]?(?:ff?(?!\p{L}))?){1,4}/iu;
const ONE_RANGE = /^\D*\d+-\d+/;
const ONE_VERSE = /^\D*\d+/;
/** Verses after a space only: `Mt 5 3-12`. */
const SPACED = /^ \d{1,3}-\d{1,3}(?!\d)/;

/** How the account's readers write references, and the tag of the file's language, if it is known. */
export interface NameReaders extends Readers {
  fileLanguage?: string | null | undefined;
}

/**
 * @param isFree whether nothing else has been read from the range
 * @param readers whose language counts besides that of the text, for abbreviations
 */
export const findWrittenScriptures = (
  name: string,
  isFree: (start: number, end: number) => boolean,
  readers: NameReaders = ENGLISH_READERS,
): WrittenScripture[] => {
  const text = withPlainSigns(name, readers);
  const found: WrittenScripture[] = [];
  let languages: ReadonlySet<string> | undefined;
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
    languages ??= languagesOf(text, readers);
    const read = readLongest(
      { text, start, end, languages },
      readers,
      book,
      new Set(free as string[]),
      (last) => standingOf(text, start, last, isFree),
    );
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

const languagesOf = (text: string, { language, fileLanguage }: NameReaders): ReadonlySet<string> =>
  new Set([queryLanguage(text), language, fileLanguage].flatMap((tag) => (tag && primarySubtag(tag)) || []));

/** Separates parts of a name. */
const SEPARATOR = /[–—|•·;:,()[\]{}~=]|\s-|-\s|--|__|_-|-_/u;
const BESIDE = 40;

/** Whether it is a part of its own, beside a date or words such as "Sermon" and "AM". */
const standingOf = (
  text: string,
  start: number,
  end: number,
  isFree: (start: number, end: number) => boolean,
): 'alone' | 'apart' | 'inside' => {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (!/[\p{L}\p{N}]/u.test(before + after)) return 'alone';
  const isEmpty = (words: string): boolean =>
    foldedWords(words).every(({ folded }) => KINDS.has(folded) || TIMES_OF_DAY.has(folded));
  const isSeparated = (gap: string): boolean => SEPARATOR.test(gap) || (gap === '_' && /\s/.test(text));
  // The nearest gap that separates, or date, on either side.
  let from = start;
  while (
    from > 0 &&
    start - from < BESIDE &&
    isFree(from - 1, from) &&
    !isSeparated(text.slice(from - 1, start))
  )
    from--;
  let to = end;
  while (to < text.length && to - end < BESIDE && isFree(to, to + 1) && !isSeparated(text.slice(end, to + 1)))
    to++;
  return isEmpty(text.slice(from, start)) && isEmpty(text.slice(end, to)) ? 'apart' : 'inside';
};

/** The reference with as many of the verses as can be read. */
const readLongest = (
  form: Pick<Parameters<typeof isWrittenReference>[0], 'text' | 'start' | 'end' | 'languages'>,
  readers: Readers,
  book: string,
  verses: Iterable<string>,
  standingAt: (end: number) => 'alone' | 'apart' | 'inside',
): Pick<WrittenScripture, 'text' | 'passages' | 'isCertain'> | null => {
  const chapter = form.text.slice(form.start, form.end);
  for (const each of verses) {
    const end = form.end + each.length;
    const whole = { ...form, end, hasVerse: /^ ?[:.,_v]|^ \d/i.test(each), standing: standingAt(end) };
    const written = normalized(chapter, each);
    const isWritten = (language: string): boolean => isWrittenReference(whole, language);
    const own = parseReferencesIn(
      written,
      readers,
      (language) => (language === 'en' || form.languages.has(language)) && isWritten(language),
    );
    const passages = own.length > 0 ? own : parseReferencesIn(written, readers, isWritten);
    if (passages.length > 0)
      return { text: chapter + each, passages, isCertain: whole.hasVerse && isWholeName(book) };
  }
  return null;
};

/** Names of files have no colons: the first number after the chapter is a verse. */
const normalized = (chapter: string, verses: string): string => {
  const book = chapter.replace(/[_-]/g, ' ').replace(/(\p{L})\.?(\d)/u, '$1 $2');
  return book + verses.replace(/^ ?[_.v:] ?|^ (?=\d)/i, ':').replace(/_/g, ' ');
};
