/** Parses a text that consists only of Bible references, in several languages; rejects any other text. */
import { withDigits } from './digits.js';
import { COMMA_VERSE, findOwn, withPlainSigns, type FoundReference, type Punctuation } from './references.js';
import {
  ENGLISH_READERS,
  numberingsFor,
  ownVerseCount,
  toEnglish,
  type Numbering,
  type Readers,
  type VerseRange,
} from './versification.js';
import { isWrittenReference } from './written-form.js';
import { FOREIGN_LANGUAGES } from '../text/search-languages.js';

/** Longer texts are not parsed, because each language takes time. */
const MAX_LENGTH = 500;
/** Tried if a text is not English; all that can read it must agree. */
const OTHER_LANGUAGES = [...FOREIGN_LANGUAGES, 'it', 'nl'].sort();
/** `Matt 5, 6` without a colon: two chapters in English, chapter and verse in Europe. */
const SPACED_COMMA = /\p{L}\.?\s{0,3}\d{1,3},\s+\d{1,3}(?!\d|[\s.]*\p{L}{2})/u;
const COLON_VERSE = /\d\s?:\s?\d/;
/** `John iii. 16`, `Psalm xxiii` */
const ROMAN = /\p{L}\.?\s+[ivxlc]{1,8}(?!\p{L})/iu;
/** What may stand between and around references. */
const SEPARATORS = /^(?:[\s;,.&+()]|(?:and|und|y|et|e|en|see|cf|vgl|St?|Saint)(?![\p{L}\p{N}]))*$/iu;
/** The number of a book: `2` in `2 Mose 20`, but not `12` in `12f`. */
const BOOK_NUMBER = /(?<!\d)[1-5]\.?\s*(?=(?!ff?(?!\p{L}))\p{L}{2})/gu;
/** `16f` is verses 16 and 17. */
const FOLLOWING = /(\d{1,3})\s?f(?![\p{L}\p{N}])\.?/gu;
/** `16ff` is verse 16 to the end of the chapter. */
const FOLLOWING_ALL = /(?<=\d)\s?ff(?![\p{L}\p{N}])\.?/gu;
/** A text that is all reference may be in any language. */
const ANY: ReadonlySet<string> = new Set(OTHER_LANGUAGES);
const DASH = /[-\u2010-\u2015]/;

/**
 * The passages of references such as `Matt 20:1,3; Luke 15:4-16:2`, `Joh 3,16-18` and `1 Kor 13`, in order,
 * without duplicates, split at chapters. Empty unless the entire text can be read in exactly one way and all of
 * the passages exist.
 */
export const parseReferences = (text: string, readers: Readers = ENGLISH_READERS): VerseRange[] =>
  parseReferencesIn(text, readers, () => true);

/** The same in some of the languages. */
export function parseReferencesIn(text: string, readers: Readers, mayBeIn: MayBeIn): VerseRange[] {
  if (text.length > MAX_LENGTH) return [];
  const plain = withPlainSigns(text.normalize('NFC'), readers);
  const reading = { ...readers, mayBeIn };
  const inDigits = (): string | undefined => (ROMAN.test(plain) ? withDigits(plain, 'en')?.text : undefined);
  return readAll(plain, reading) ?? readAll(inDigits() ?? '', reading) ?? [];
}

/** Whether a reference may be in a language, ISO 639-1. */
type MayBeIn = (language: string) => boolean;
type Reading = Readers & { mayBeIn: MayBeIn };

function readAll(text: string, reading: Reading): VerseRange[] | null {
  const readIn = (part: string, punctuation: Punctuation): VerseRange[] | null =>
    readInLanguages(part, punctuation, reading);
  const hasColon = COLON_VERSE.test(text);
  const hasComma = COMMA_VERSE.test(text);
  if (hasColon && /;\s*\d{1,3},\d/.test(text)) return null;
  // Each author uses one notation; a list by several authors is read part by part.
  if (hasColon && hasComma) {
    const parts = text.split(';');
    if (parts.length === 1 || !parts.every((part) => /\p{L}/u.test(part))) return null;
    const read = parts.map((part) => readAll(part, reading));
    return read.some((passages) => passages === null) ? null : unique(read.flatMap((passages) => passages!));
  }
  if (hasComma) return readIn(text, 'eu');
  if (hasColon || !SPACED_COMMA.test(text)) return readIn(text, 'us');
  const verses = readIn(text, 'eu');
  const chapters = readIn(text, 'us');
  if (verses && chapters) return null;
  // `Ps 51, 21` may be a verse in another versification.
  const ascending = chapters?.every((passage, i) => i === 0 || passage.chapter > chapters[i - 1]!.chapter);
  return verses ?? (ascending ? chapters : null);
}

function readInLanguages(text: string, punctuation: Punctuation, reading: Reading): VerseRange[] | null {
  const readIn = (language: string): VerseRange[] | null =>
    reading.mayBeIn(language) ? readAs(text, language, punctuation, reading) : null;
  const theirs = OTHER_LANGUAGES.find((language) => language === reading.language);
  const read = readIn('en') ?? (theirs ? readIn(theirs) : null);
  if (read) return read;
  const readings = new Map<string, VerseRange[]>();
  for (const other of OTHER_LANGUAGES) {
    const passages = readIn(other);
    if (passages) readings.set(JSON.stringify(passages), passages);
  }
  const [only] = readings.values();
  return only && readings.size === 1 ? only : null;
}

/** Null if part of the text is left over or was read as something else. All of it follows one numbering. */
function readAs(
  original: string,
  language: string,
  punctuation: Punctuation,
  readers: Readers,
): VerseRange[] | null {
  const expanded = original.replace(FOLLOWING, (_, verse: string) => `${verse}-${Number(verse) + 1}`);
  const text = expanded.replace(FOLLOWING_ALL, (mark) => ' '.repeat(mark.length));
  const all = findOwn(text, language, punctuation, readers);
  const found: FoundReference[] = [];
  let at = 0;
  for (const reference of all) {
    if (!SEPARATORS.test(text.slice(at, Math.max(at, reference.start)))) return null;
    const form = {
      ...reference,
      text,
      standing: 'alone',
      languages: ANY,
    } as const;
    if (!isWrittenReference(form, language)) return null;
    at = Math.max(at, reference.end);
    const toTheEnd = /^\s?ff(?!\p{L})/u.test(expanded.slice(reference.end));
    if (toTheEnd && reference.verseStart === null) return null;
    found.push(toTheEnd ? { ...reference, verseEnd: null } : reference);
  }
  if (found.length === 0 || !SEPARATORS.test(text.slice(at))) return null;
  for (const numbering of numberingsFor(language, readers)) {
    const passages = found.map((reference) => {
      const others = all.filter(({ start }) => start === reference.start);
      const source = text.slice(reference.start, reference.end);
      return hasAllNumbersOf(source, others, numbering) ? toEnglish(reference, numbering) : null;
    });
    if (!passages.includes(null)) return unique(passages.flatMap((each) => each!));
  }
  return null;
}

/**
 * Whether the reference contains every number of the source: the parser truncates `John 3:16-99`, and reads `John
 * 16-3` as one verse.
 */
function hasAllNumbersOf(source: string, found: readonly FoundReference[], numbering: Numbering): boolean {
  const first = found[0]!;
  const last = found.at(-1)!;
  const { chapter, verseStart } = first;
  const { chapterEnd, verseEnd } = last;
  const numbers = (source.replace(BOOK_NUMBER, '').match(/\d+/g) ?? []).map(Number);
  // A whole chapter, or verses that the parser truncated to those that exist.
  if (verseStart === null && chapter === chapterEnd && numbers.length > 1)
    return numbers.every((number) =>
      [chapter, 1, ownVerseCount(first.book, chapter, numbering)].includes(number),
    );
  const isRange = found.length > 1 || chapter !== chapterEnd || verseStart !== verseEnd;
  if (DASH.test(source) && !isRange) return false;
  const known = new Set([chapter, chapterEnd, verseStart, verseEnd]);
  const isBetween = (number: number): boolean =>
    found.length === 1 &&
    (verseStart === null || verseEnd === null
      ? number > chapter && number < chapterEnd
      : number > verseStart && number < verseEnd);
  return numbers.every((number) => known.has(number) || isBetween(number));
}

function unique(passages: readonly VerseRange[]): VerseRange[] {
  const known = new Map(
    passages.map((passage) => [
      [passage.book, passage.chapter, passage.verseStart, passage.verseEnd].join('.'),
      passage,
    ]),
  );
  return [...known.values()];
}
