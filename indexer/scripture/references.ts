/** Finds Bible references in text. */
import { createRequire } from 'node:module';
import { BIBLE_BOOKS, bibleBookByOsis, verseCount } from './books.js';
import { isWrittenReference } from './written-form.js';

/** A reference and its position in a text. */
export interface FoundReference {
  /** Offsets into the text, end exclusive. */
  start: number;
  end: number;
  /** USFM code. */
  book: string;
  chapter: number;
  /** Null for whole chapters. */
  verseStart: number | null;
  verseEnd: number | null;
  /** The last chapter; equal to `chapter` unless the passage crosses chapters. */
  chapterEnd: number;
}

/** The part of the package that is used; its own declarations do not resolve under NodeNext. */
interface ReferenceParser {
  set_options(options: Record<string, string>): unknown;
  parse(text: string): unknown;
  osis_and_indices(): { osis: string; indices: [start: number, end: number] }[];
}

/** Signs that look like a dash or a colon, as programs and file systems write them. */
const DASHES = /[\u2010-\u2012\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const COLONS = /[\u2236\uA789\uFE55\uFF1A]/g;

/** The text with plain dashes and colons, and the same offsets. */
export const withPlainSigns = (text: string): string => text.replace(DASHES, '–').replace(COLONS, ':');

/** Longer texts are not searched, because the parser's time may grow with the square of the length. */
const MAX_TEXT_LENGTH = 1_000;

/** Separator between chapter and verse: `3:16`, or `3,16` as in most of Europe. */
export type Punctuation = 'us' | 'eu';

const parsers = new Map<string, ReferenceParser>();

/** Loaded on first use: loading takes about 100 ms, and most processes never need it. */
function referenceParser(language: string, punctuation: Punctuation): ReferenceParser {
  const known = parsers.get(`${language} ${punctuation}`);
  if (known) return known;
  const load = createRequire(import.meta.url);
  const { bcv_parser: Parser } = load(`bible-passage-reference-parser/cjs/${language}_bcv_parser.js`) as {
    bcv_parser: new () => ReferenceParser;
  };
  const parser = new Parser();
  parser.set_options({
    versification_system: 'kjv',
    osis_compaction_strategy: 'bc',
    consecutive_combination_strategy: 'combine',
    sequence_combination_strategy: 'separate',
    punctuation_strategy: punctuation,
  });
  parsers.set(`${language} ${punctuation}`, parser);
  return parser;
}

/** Chapter and verse separated by a comma: `Jn 3,16`. */
export const COMMA_VERSE = /\p{L}\.?\s{0,3}\d{1,3},\d/u;

/**
 * All references with a chapter in a text of up to 1,000 characters, in order; one that spans books counts once
 * per book. Contains only existing chapters and verses, and no times or dates. `Jn 3,16` is a verse if that verse exists.
 */
export function findReferences(text: string): FoundReference[] {
  return possibleReferences(text).filter((found) => isWritten(text, found, 'en', NO_LANGUAGES));
}

/** Of a text whose language does not matter, because it is read as English. */
export const NO_LANGUAGES: ReadonlySet<string> = new Set();

/** The same in English, with what only looks like a reference. */
export function possibleReferences(written: string): FoundReference[] {
  const text = withPlainSigns(written);
  const found = COMMA_VERSE.test(text) && !/\d:\d/.test(text) ? findIn(text, 'en', 'eu') : [];
  return found.length > 0 ? found : findIn(text, 'en', 'us');
}

/**
 * Whether the writing carries a reference found in the text, see `isWrittenReference`. The words of `isBeside` around
 * it do not count.
 */
export const isWritten = (
  text: string,
  { start, end, verseStart }: FoundReference,
  language: string,
  languages: ReadonlySet<string>,
  isBeside: (words: string) => boolean = (words) => !/[\p{L}\p{N}]/u.test(words),
): boolean => {
  const standing = [text.slice(0, start), text.slice(end)].every((words) => words.trim() === '')
    ? 'alone'
    : isBeside(`${text.slice(0, start)} ${text.slice(end)}`)
      ? 'apart'
      : 'inside';
  return isWrittenReference(
    { text, start, end, hasVerse: verseStart !== null, standing, languages },
    language,
  );
};

/** Like `findReferences`, for a given language (ISO 639-1) and its punctuation. */
export function findIn(text: string, language: string, punctuation: Punctuation): FoundReference[] {
  const found: FoundReference[] = [];
  if (text.length > MAX_TEXT_LENGTH) return found;
  const bcv = referenceParser(language, punctuation);
  bcv.parse(text);
  for (const { osis, indices } of bcv.osis_and_indices()) {
    const [from = '', to = from] = osis.split('-');
    const [fromBook = '', fromChapter = '', fromVerse] = from.split('.');
    const [toBook = '', toChapter, toVerse] = to.split('.');
    const first = bibleBookByOsis(fromBook);
    const last = bibleBookByOsis(toBook);
    if (!first || !last || !fromChapter) continue;
    const whole = fromVerse === undefined && toVerse === undefined;
    for (let at = BIBLE_BOOKS.indexOf(first); at <= BIBLE_BOOKS.indexOf(last); at++) {
      const book = BIBLE_BOOKS[at]!;
      const chapterEnd = book === last ? Number(toChapter) : book.verseCounts.length;
      found.push({
        start: indices[0],
        end: indices[1],
        book: book.code,
        chapter: book === first ? Number(fromChapter) : 1,
        chapterEnd,
        verseStart: whole ? null : book === first ? Number(fromVerse ?? 1) : 1,
        verseEnd: whole
          ? null
          : Number((book === last ? toVerse : undefined) ?? verseCount(book.code, chapterEnd)),
      });
    }
  }
  return found;
}
