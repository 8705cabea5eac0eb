/** Recognises a Bible reference in a search query, unless an ordinary reading of the words is more likely. */
import { BIBLE_BOOKS, bibleBook, verseCount } from './books.js';
import { citedAs, ENGLISH_READERS, type Readers, type Versification } from './versification.js';
import { foldedWords } from '../text/fold.js';
import { mayNameBook, PLAIN_NAMES } from './book-names.js';
import { withDigits } from './digits.js';
import { isMeant } from './meant-references.js';
import {
  findIn,
  isWritten,
  NO_LANGUAGES,
  possibleReferences,
  withPlainSigns,
  type FoundReference,
} from './references.js';
import { queryLanguage } from '../text/language.js';
import { SEARCH_LANGUAGES, type SearchLanguage } from '../text/search-languages.js';

export interface ScriptureQuery {
  /** USFM code. */
  book: string;
  chapter?: number;
  /** The last chapter, if the reference spans several. */
  chapterEnd?: number;
  /** Absent for whole chapters; with `chapterEnd`, `verseEnd` is a verse of that last chapter. */
  verseStart?: number;
  verseEnd?: number;
  /** The query without the reference; may be empty. */
  rest: string;
}

const NAME_VARIANTS: Readonly<Record<string, string>> = {
  psalm: 'PSA',
  proverb: 'PRO',
  revelations: 'REV',
  apocalypse: 'REV',
  'song of songs': 'SNG',
  canticles: 'SNG',
};
const bookByName = new Map([
  ...BIBLE_BOOKS.map((book) => [book.name.toLowerCase(), book.code] as const),
  ...Object.entries(NAME_VARIANTS),
]);

const ORDINALS: readonly (readonly [RegExp, string])[] = [
  [/^(?:1st|first|i)\s+(?=[a-z])/, '1 '],
  [/^(?:2nd|second|ii)\s+(?=[a-z])/, '2 '],
  [/^(?:3rd|third|iii)\s+(?=[a-z])/, '3 '],
];

const BOOK_OF =
  /\b(?:the\s+)?(?:(?:book|gospel|epistle|letter|prophecy)s?\s+(?:of|to|according\s+to)\s+(?:the\s+|st\.?\s+|saint\s+)?)/i;
/** Words that are not searched if they are left over after the reference is removed. */
const BESIDE_REFERENCES = new Set(
  (
    'a an the in on of from and for to at about der die das den dem des in im aus von zu und über uber el la los las lo de del en ' +
    'y sobre le les du des dans et sur o os as do da dos das no na em e ' +
    'sermon sermons talk talks teaching message bible scripture passage verse verses meaning explained explanation commentary study ' +
    'predigt predigten bibel bedeutung auslegung erklarung predicacion sermones biblia significado estudio predication bibel ' +
    'signification explication etude sermao pregacao'
  ).split(' '),
);
/** Longer queries are questions and sentences, and are read only as English. */
const MAX_FOREIGN_WORDS = 12;

/**
 * The reference in a query ("jn 3:16", "1 cor 13:4-7 love", "twenty-third psalm", "Römer 8,30", "book of ruth"),
 * or null. If there are several, the first counts.
 * @param readers whose language counts besides that of the query
 */
export function parseScriptureQuery(
  query: string,
  readers: Readers = ENGLISH_READERS,
): ScriptureQuery | null {
  const text = withPlainSigns(query, readers).replace(/\s+/g, ' ').trim();
  let known: ReadonlySet<string> | undefined;
  const languages = (): ReadonlySet<string> =>
    (known ??= new Set([queryLanguage(text), readers.language].flatMap((each) => each ?? [])));
  for (const language of SEARCH_LANGUAGES) {
    const read = readIn(text, language, languages, readers);
    if (read) return read;
  }
  return namedBook(text);
}

function readIn(
  text: string,
  language: SearchLanguage,
  languages: () => ReadonlySet<string>,
  readers: Readers,
): ScriptureQuery | null {
  const written = withDigits(text, language);
  if (!written || !(language === 'en' || isLikely(written.text, language))) return null;
  for (const found of referencesIn(written.text, language, readers)) {
    const [start, end] = written.original(found.start, found.end);
    const isSpelled = !/\d/.test(text.slice(start, end));
    if (
      isWritten(written.text, found, language, language === 'en' ? NO_LANGUAGES : languages(), isBeside) &&
      isMeant(written.text, found, language, isSpelled)
    )
      return fromReference(text, { ...found, start, end });
  }
  return null;
}

function referencesIn(text: string, language: SearchLanguage, readers: Readers): FoundReference[] {
  if (language === 'en') return possibleReferences(text, readers);
  const hasComma = /\d,\s?\d/.test(text) && !/\d:\d/.test(text);
  return findIn(text, language, hasComma ? 'eu' : 'us', readers);
}

const isBeside = (words: string): boolean =>
  foldedWords(words).every(({ folded }) => BESIDE_REFERENCES.has(folded));

/** Whether a possible book name occurs shortly before a number; otherwise the parser is not worth its time. */
function isLikely(text: string, language: SearchLanguage): boolean {
  const words = foldedWords(text).map(({ folded }) => folded);
  if (words.length > MAX_FOREIGN_WORDS) return false;
  return words.some(
    (word, at) =>
      /^\d/.test(word) &&
      words.slice(Math.max(0, at - 2), at).some((before) => mayNameBook(before, language)),
  );
}

function fromReference(text: string, found: FoundReference): ScriptureQuery {
  const before = text.slice(0, found.start).replace(new RegExp(`${BOOK_OF.source}$`, 'i'), '');
  const rest = tidy(`${before} ${text.slice(found.end)}`);
  return {
    book: found.book,
    chapter: found.chapter,
    ...(found.chapterEnd > found.chapter ? { chapterEnd: found.chapterEnd } : {}),
    ...(found.verseStart === null ? {} : { verseStart: found.verseStart }),
    ...(found.verseEnd === null ? {} : { verseEnd: found.verseEnd }),
    rest: isBeside(rest) ? '' : rest,
  };
}

/**
 * A book without a chapter: after "book of …", numbered ("first john"), or an unambiguous name that is the whole
 * query.
 */
function namedBook(text: string): ScriptureQuery | null {
  const introduced = BOOK_OF.exec(text);
  if (introduced) {
    const tail = text.slice(introduced.index + introduced[0].length);
    const words = tail.split(' ');
    for (let count = Math.min(4, words.length); count > 0; count--) {
      const book = bookByName.get(nameKey(words.slice(0, count).join(' ')));
      if (book)
        return { book, rest: tidy(`${text.slice(0, introduced.index)} ${words.slice(count).join(' ')}`) };
    }
  }
  const key = nameKey(text);
  const book = bookByName.get(key);
  return book && (/^[1-3] /.test(key) || PLAIN_NAMES.has(key)) ? { book, rest: '' } : null;
}

function nameKey(words: string): string {
  let key = words.toLowerCase().replace(/[.,;:!?"'’)]+$/, '');
  for (const [pattern, digit] of ORDINALS) key = key.replace(pattern, digit);
  return key;
}

function tidy(rest: string): string {
  return rest
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.\-–—]+|[\s,;:\-–—]+$/g, '')
    .trim();
}

/** `John`, `John 3`, `John 3-4`, `John 3:16`, `John 3:16-18`, `John 3:16-4:2`. */
export function citationOf(
  { book, chapter, chapterEnd = chapter, verseStart = 1, verseEnd }: Omit<ScriptureQuery, 'rest'>,
  versification: Versification = 'english',
): string {
  if (chapter === undefined) return bibleBook(book)?.name ?? book;
  const last = verseEnd ?? verseCount(book, chapterEnd!);
  return citedAs({ book, chapter, verseStart, chapterEnd: chapterEnd!, verseEnd: last }, versification);
}
