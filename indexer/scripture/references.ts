/** Finds Bible references in text. */
import { createRequire } from 'node:module';
import { BIBLE_BOOKS, bibleBookByOsis } from './books.js';
import {
  ENGLISH_READERS,
  lastVerses,
  likelyNumberings,
  numberingsFor,
  spanOf,
  toEnglish,
  type OwnPassage,
  type Readers,
  type Versification,
  withoutWhole,
} from './versification.js';
import { isWrittenReference } from './written-form.js';

/** A reference and its position in a text. */
export interface FoundReference extends OwnPassage {
  /** Offsets into the text, end exclusive. */
  start: number;
  end: number;
  /** Whether verses are written: a chapter may be some verses in the English numbering. */
  hasVerse: boolean;
}

/** The part of the package that is used; its own declarations do not resolve under NodeNext. */
interface ReferenceParser {
  set_options(options: Record<string, string>): unknown;
  add_translations(added: object): unknown;
  add_books(added: object): unknown;
  parse(text: string): unknown;
  osis_and_indices(): { osis: string; indices: [start: number, end: number] }[];
}

/** Signs that look like a dash or a colon, as programs and file systems write them. */
const DASHES = /[\u2010-\u2012\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const COLONS = /[\u2236\uA789\uFE55\uFF1A]/g;

/** A psalm with the numbers of two traditions: `22 (23)`, `50(51):3`. */
const TWO_NUMBERS =
  /(?<=(?<!\p{L})(?:Ps|Sal|Sl)\p{L}*\.?\s{0,2})(\d{1,3})(\s?\(\d{1,3}\))(?=(\s?[:.,]\s?\d)?)/giu;
/** `10-end`, as in lectionaries, is `10ff`. */
const TO_THE_END = /(?<=\d)\s?[-–]\s?(?:end|Ende|fin|fim|final)(?!\p{L})/giu;

/** The text with plain dashes and colons, one number for each psalm, and the same offsets. */
export const withPlainSigns = (text: string, { versification } = ENGLISH_READERS): string =>
  text
    .replace(DASHES, '–')
    .replace(COLONS, ':')
    .replace(TO_THE_END, (mark) => 'ff'.padEnd(mark.length))
    .replace(TWO_NUMBERS, (both: string, first: string, second: string, verse?: string) => {
      const numbers = [Number(first), Number(second.replace(/\D/g, ''))];
      // The Greek and Latin psalms have the smaller numbers.
      const psalm = versification === 'vulgate' ? Math.min(...numbers) : Math.max(...numbers);
      if (Math.abs(numbers[0]! - numbers[1]!) !== 1) return both;
      return verse ? `${psalm}`.padStart(both.length) : `${psalm}`.padEnd(both.length);
    });

/** Longer texts are not searched, because the parser's time may grow with the square of the length. */
const MAX_TEXT_LENGTH = 1_000;

/** Separator between chapter and verse: `3:16`, or `3,16` as in most of Europe. */
export type Punctuation = 'us' | 'eu';

const parsers = new Map<string, ReferenceParser>();

/** Names that a language's parser lacks, by OSIS code. */
const MORE_NAMES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  en: { Song: /Canticle of Canticles/ },
  de: { Sir: /Sirach/, Jdt: /Judith/ },
  es: { Sir: /Eclo/, Tob: /Tob[ií]as|Tb/ },
  fr: { '1Macc': /1(?:er|re)?\.?\s?Mac/, '2Macc': /2e?\.?\s?Mac/ },
  pt: { Sir: /Siracides|Eclo/, Tob: /Tb/, Bar: /Br/ },
};

/** The verses of the likely numberings by OSIS code. */
const systemOf = (own: Versification) => {
  const last = lastVerses(likelyNumberings(own));
  return { chapters: Object.fromEntries(BIBLE_BOOKS.map(({ code, osis }) => [osis, last.get(code) ?? []])) };
};
let systems: { modern: ReturnType<typeof systemOf>; vulgate: ReturnType<typeof systemOf> } | undefined;

/** The verses that parsers accept. The Vulgate's are a set of their own, because its psalms have other verses. */
const systemsOf = (): NonNullable<typeof systems> =>
  (systems ??= { modern: systemOf('english'), vulgate: systemOf('vulgate') });

/** Loaded on first use: loading takes about 100 ms, and most processes never need it. */
function referenceParser(language: string, punctuation: Punctuation): ReferenceParser {
  const known = parsers.get(`${language} ${punctuation}`);
  if (known) return known;
  const load = createRequire(import.meta.url);
  const { bcv_parser: Parser } = load(`bible-passage-reference-parser/cjs/${language}_bcv_parser.js`) as {
    bcv_parser: new () => ReferenceParser;
  };
  const parser = new Parser();
  const names = Object.entries(MORE_NAMES[language] ?? {});
  parser.add_books({ books: names.map(([osis, regexp]) => ({ osis: [osis], regexp })) });
  parser.add_translations({
    translations: ['modern', 'vulgate'].map((system) => ({ text: `LECTERN ${system}`, system })),
    systems: systemsOf(),
  });
  parser.set_options({
    testaments: 'ona',
    osis_compaction_strategy: 'bc',
    consecutive_combination_strategy: 'combine',
    sequence_combination_strategy: 'separate',
    punctuation_strategy: punctuation,
  });
  parsers.set(`${language} ${punctuation}`, parser);
  return parser;
}

/** Chapter and verse separated by a comma: `Jn 3,16`. */
export const COMMA_VERSE = /\p{L}\.?\s{0,12}\d{1,3},\d/u;

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
export function possibleReferences(written: string, readers: Readers = ENGLISH_READERS): FoundReference[] {
  const text = withPlainSigns(written, readers);
  const found = COMMA_VERSE.test(text) && !/\d:\d/.test(text) ? findIn(text, 'en', 'eu', readers) : [];
  return found.length > 0 ? found : findIn(text, 'en', 'us', readers);
}

/**
 * Whether the writing carries a reference found in the text, see `isWrittenReference`. The words of `isBeside` around
 * it do not count.
 */
export const isWritten = (
  text: string,
  { start, end, hasVerse }: FoundReference,
  language: string,
  languages: ReadonlySet<string>,
  isBeside: (words: string) => boolean = (words) => !/[\p{L}\p{N}]/u.test(words),
): boolean => {
  const standing = [text.slice(0, start), text.slice(end)].every((words) => words.trim() === '')
    ? 'alone'
    : isBeside(`${text.slice(0, start)} ${text.slice(end)}`)
      ? 'apart'
      : 'inside';
  return isWrittenReference({ text, start, end, hasVerse, standing, languages }, language);
};

/** Like `findReferences`, for a given language (ISO 639-1) and its punctuation. */
export function findIn(
  text: string,
  language: string,
  punctuation: Punctuation,
  readers: Readers,
): FoundReference[] {
  return findOwn(text, language, punctuation, readers).flatMap((found) => {
    for (const numbering of numberingsFor(language, readers)) {
      const passages = toEnglish(found, numbering);
      if (passages) return { ...found, ...withoutWhole(spanOf(passages)) };
    }
    return [];
  });
}

/** Like `findIn`, with the numbers as written: verses that one of the numberings has. */
export function findOwn(
  text: string,
  language: string,
  punctuation: Punctuation,
  { versification }: Readers,
): FoundReference[] {
  const found: FoundReference[] = [];
  if (text.length > MAX_TEXT_LENGTH) return found;
  const bcv = referenceParser(language, punctuation);
  bcv.set_options({ versification_system: versification === 'vulgate' ? 'vulgate' : 'modern' });
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
      const verseEnd = book === last && toVerse !== undefined ? Number(toVerse) : null;
      found.push({
        start: indices[0],
        end: indices[1],
        hasVerse: !whole,
        book: book.code,
        chapter: book === first ? Number(fromChapter) : 1,
        chapterEnd,
        ...(whole
          ? writtenVerses(text.slice(...indices), from === to)
          : { verseStart: book === first ? Number(fromVerse ?? 1) : 1, verseEnd }),
      });
    }
  }
  return found;
}

/** `Mal 3:1-24` is all that one numbering has in the chapter, and more than another has. */
function writtenVerses(source: string, isOneChapter: boolean): Pick<OwnPassage, 'verseStart' | 'verseEnd'> {
  const [, first, last] = /\d\s?[:.,]\s?(\d+)\s?[-–]\s?(\d+)$/.exec(source) ?? [];
  return isOneChapter && last !== undefined
    ? { verseStart: Number(first), verseEnd: Number(last) }
    : { verseStart: null, verseEnd: null };
}
