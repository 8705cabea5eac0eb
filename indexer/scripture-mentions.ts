/** How texts speak of a passage of the Bible, and whether one does, or quotes it. */
import { phrasePositions, tokenize, type Token } from './analyze.js';
import { parseScriptureQuery, type ScriptureQuery } from './scripture-query.js';
import { PLAIN_NAMES } from './scripture/book-names.js';
import { bibleBook } from './scripture/books.js';
import { englishSpellings } from './scripture/number-words.js';

export interface BiblePassage extends Omit<ScriptureQuery, 'rest'> {
  /** The verses in each translation that quotations may be of; none of a whole book. */
  translations: readonly (readonly string[])[];
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  PSA: ['Psalm', 'Psalms', 'Ps'],
  SNG: ['Song of Solomon', 'Song of Songs', 'Canticles'],
  REV: ['Revelation', 'Revelations', 'Rev'],
};
const NUMBERED = [
  ['1', 'first', 'I'],
  ['2', 'second', 'II'],
  ['3', 'third', 'III'],
];
/** Of a longer passage. */
const MAX_CHAPTERS = 3;
/** Characters behind the beginning of a reference that may belong to it. */
const REFERENCE_LENGTH = 80;

/** Names and abbreviations, the usual name first. */
function namesOf(code: string): readonly string[] {
  const { name, osis } = bibleBook(code)!;
  const [, number, ownName] = /^(\d) (.*)/.exec(name) ?? [];
  if (!number) return NAMES[code] ?? [...new Set([name, osis])];
  const numbers = NUMBERED[Number(number) - 1]!;
  return [ownName!, osis.slice(1)].flatMap((short) => numbers.map((written) => `${written} ${short}`));
}

/** What texts call a book if not by a chapter. */
function phrasesOfBook(code: string): string[] {
  const names = namesOf(code);
  const [name] = names;
  if (/^\d/.test(name!)) return names.slice(0, NUMBERED.length);
  const introduced = [
    'book of',
    'gospel of',
    'gospel according to',
    'epistle of',
    'epistle to the',
    'letter to the',
  ];
  const plain = PLAIN_NAMES.has(name!.toLowerCase()) ? [name!] : [];
  return [...plain, ...introduced.map((words) => `${words} ${name!}`), `${name!} chapter`];
}

/** The phrases that references to the passage begin with: "Romans 8", "Rom. viii", "eighth chapter of Romans". */
export function phrasesFor({ book, chapter, chapterEnd = chapter, verseStart }: BiblePassage): string[] {
  if (chapter === undefined) return phrasesOfBook(book);
  const names = namesOf(book);
  const isShort = bibleBook(book)!.verseCounts.length === 1;
  const phrases: string[] = [];
  for (let at = chapter; at <= Math.min(chapterEnd!, chapter + MAX_CHAPTERS - 1); at++) {
    const { cardinals, ordinals } = englishSpellings(at);
    phrases.push(
      ...names.flatMap((name) => cardinals.map((number) => `${name} ${number}`)),
      ...names.slice(0, 2).flatMap((name) => cardinals.map((number) => `${name} chapter ${number}`)),
      ...ordinals.map((number) => (book === 'PSA' ? `${number} psalm` : `${number} chapter of ${names[0]!}`)),
    );
  }
  // "Jude 3" is a verse.
  if (isShort && verseStart !== undefined)
    phrases.push(...englishSpellings(verseStart).cardinals.map((number) => `${names[0]!} ${number}`));
  return phrases;
}

/** What titles call it by. */
export function titlesFor(passage: BiblePassage): string[] {
  const { book, chapter, verseStart } = passage;
  if (chapter === undefined) return phrasesOfBook(book);
  const verse = verseStart === undefined ? '' : ` ${verseStart}`;
  return namesOf(book).map((name) => `${name} ${chapter}${verse}`);
}

/** Tells whether texts refer to the passage or to a part of it or, of a whole book, have one of the phrases. */
export function referenceFinder(passage: BiblePassage): (text: string) => boolean {
  const phrases = phrasesFor(passage).map((phrase) => tokenize(phrase).map(({ term }) => term));
  const isMeant = (text: string, { start, end }: Token, words: number): boolean => {
    if (passage.chapter === undefined) return words > 1 || isCapital(text.slice(start, end));
    const read = parseScriptureQuery(text.slice(start, start + REFERENCE_LENGTH));
    return read !== null && overlaps(read, passage);
  };
  return (text) => {
    const tokens = tokenize(text);
    return phrases.some((phrase) =>
      phrasePositions(tokens, phrase).some((at) => isMeant(text, tokens[at]!, phrase.length)),
    );
  };
}

const isCapital = (word: string): boolean => word[0] !== word[0]!.toLowerCase();

/** A chapter speaks of all its verses, but says little of one. */
function overlaps(read: ScriptureQuery, asked: BiblePassage): boolean {
  if (read.book !== asked.book || read.chapter === undefined) return false;
  if (asked.verseStart !== undefined && read.verseStart === undefined) return false;
  const [from, to] = extent(read);
  const [first, last] = extent(asked);
  return from <= last && first <= to;
}

/** Chapter and verse of both ends as numbers. */
function extent({
  chapter = 1,
  chapterEnd = chapter,
  verseStart = 1,
  verseEnd,
}: Omit<ScriptureQuery, 'rest'>) {
  const last = verseEnd ?? 999;
  return [chapter * 1000 + verseStart, chapterEnd * 1000 + last] as const;
}

/** Words in a row that are a quotation. */
const QUOTED_WORDS = 5;
/** Words that make it one, unless it is half of the verse: such as "came to pass in those days" has none. */
const TELLING_WORDS = 2;
const MIN_TELLING_LETTERS = 4;
const FORMULAIC = new Set(
  (
    'that shall unto with they them this have will thee from were upon when said came pass your which their there then also into come ' +
    'went even made what hath saith been more every lord jesus christ moses david israel saying children people before these those things ' +
    'behold verily days hand land house spake spoke word answered according'
  ).split(' '),
);

/** Tells whether texts have a part of one of the verses word for word. */
export function quotationFinder({ translations }: BiblePassage): (text: string) => boolean {
  const verses = translations.flat().map((verse) => tokenize(verse).map(({ word }) => word));
  /** By its words: where in the verses each beginning of a quotation is. */
  const places = new Map<string, { verse: readonly string[]; at: number }[]>();
  for (const verse of verses)
    for (let at = 0; at + lengthIn(verse) <= verse.length && verse.length > 1; at++) {
      const key = verse.slice(at, at + lengthIn(verse)).join(' ');
      places.set(key, [...(places.get(key) ?? []), { verse, at }]);
    }
  const lengths = new Set(verses.map(lengthIn));
  return (text) => {
    const words = tokenize(text).map(({ word }) => word);
    return words.some((_, start) =>
      [...lengths].some((length) =>
        places
          .get(words.slice(start, start + length).join(' '))
          ?.some(({ verse, at }) => isTelling(commonRun(words, start, verse, at), verse)),
      ),
    );
  };
}

/** A shorter verse is quoted as a whole. */
const lengthIn = (verse: readonly string[]): number => Math.min(QUOTED_WORDS, verse.length);

function commonRun(words: readonly string[], start: number, verse: readonly string[], at: number): string[] {
  let length = 0;
  while (start + length < words.length && words[start + length] === verse[at + length]) length++;
  return words.slice(start, start + length);
}

function isTelling(run: readonly string[], verse: readonly string[]): boolean {
  const telling = run.filter((word) => word.length >= MIN_TELLING_LETTERS && !FORMULAIC.has(word));
  return new Set(telling).size >= TELLING_WORDS || run.length * 2 >= verse.length;
}
