/** Lists the phrases that refer to a Bible passage, and checks whether texts mention or quote it. */
import { beginningsOf, phrasePositions, termsOf, tokenize, type Token } from '../text/analyze.js';
import { parseScriptureQuery, type ScriptureQuery } from './scripture-query.js';
import { otherNamesOf, PLAIN_NAMES } from './book-names.js';
import { bibleBook } from './books.js';
import { englishSpellings } from './number-words.js';

export interface BiblePassage extends Omit<ScriptureQuery, 'rest'> {
  /** The verses in each translation that may be quoted; empty for a whole book. */
  translations: readonly (readonly string[])[];
}

/** Book names and abbreviations that differ from the English name and its OSIS code. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  PSA: ['Psalm', 'Ps', 'Psalms'],
  SNG: ['Song of Solomon', 'Song of Songs', 'Canticles'],
  REV: ['Revelation', 'Rev', 'Revelations'],
};
const NUMBERS = [
  ['1', 'first', 'I'],
  ['2', 'second', 'II'],
  ['3', 'third', 'III'],
];
/** Maximum number of chapters of a passage for which phrases are made. */
const MAX_CHAPTERS = 3;
/** Number of characters before a phrase that may contain the number of a book: "First Corinthians 13". */
const NUMBER_LENGTH = 8;
/**
 * Number of characters from the start of a phrase that may belong to its reference; fewer in other languages,
 * where only short texts are read.
 */
const REFERENCE_LENGTH = 80;
const OTHER_REFERENCE_LENGTH = 32;
/** "Epheser Kapitel 2" */
const OTHER_CHAPTERS = ['Kapitel', 'capítulo', 'chapitre'];

interface BookNames {
  /** Spellings of the number of a numbered book. */
  numbers: readonly string[];
  name: string;
  abbreviation?: string;
  others: readonly string[];
}

function namesOf(code: string): BookNames {
  const { name, osis } = bibleBook(code)!;
  const [, number, ownName] = /^(\d) (.*)/.exec(name) ?? [];
  const numbers = number ? NUMBERS[Number(number) - 1]! : [];
  const all = NAMES[code] ?? [ownName ?? name, number ? osis.slice(1) : osis];
  const [first, abbreviation, ...others] = [...new Set(all)];
  return { numbers, name: first!, ...(abbreviation && { abbreviation }), others };
}

/** How texts refer to a book without a chapter. */
function phrasesOfBook(code: string): string[] {
  const { numbers, name } = namesOf(code);
  if (numbers.length > 0) return numbers.map((number) => `${number} ${name}`);
  const introduced = [
    'book of',
    'gospel of',
    'gospel according to',
    'epistle of',
    'epistle to the',
    'letter to the',
  ];
  const plain = PLAIN_NAMES.has(name.toLowerCase()) ? [name] : [];
  return [...plain, ...introduced.map((words) => `${words} ${name}`), `${name} chapter`];
}

/** Phrases that refer to the passage: "Romans 8", "Rom. viii", "eighth chapter of Romans". */
export function phrasesFor({ book, chapter, chapterEnd = chapter, verseStart }: BiblePassage): string[] {
  if (chapter === undefined) return phrasesOfBook(book);
  const { name, abbreviation, others } = namesOf(book);
  const isShort = bibleBook(book)!.verseCounts.length === 1;
  const phrases: string[] = [];
  for (let at = chapter; at <= Math.min(chapterEnd!, chapter + MAX_CHAPTERS - 1); at++) {
    const { digits, words, roman, ordinals } = englishSpellings(at);
    phrases.push(`${name} ${digits}`, `${name} ${words}`, `${name} ${roman}`);
    phrases.push(`${name} chapter ${digits}`, `${name} chapter ${words}`);
    if (abbreviation) phrases.push(`${abbreviation} ${digits}`, `${abbreviation} ${roman}`);
    phrases.push(...others.map((other) => `${other} ${digits}`));
    phrases.push(
      ...ordinals.map((number) => (book === 'PSA' ? `${number} psalm` : `${number} chapter of ${name}`)),
    );
  }
  phrases.push(...otherPhrasesFor({ book, chapter, ...(chapterEnd && { chapterEnd }) }));
  // "Jude 3" is a verse.
  if (isShort && verseStart !== undefined) phrases.push(`${name} ${verseStart}`);
  return phrases;
}

/** The same in the other languages of queries: "Epheser 2", "Efesios capítulo 2". */
function otherPhrasesFor({
  book,
  chapter,
  chapterEnd = chapter,
}: Pick<BiblePassage, 'book' | 'chapter' | 'chapterEnd'>): string[] {
  const phrases: string[] = [];
  if (chapter === undefined) return phrases;
  for (let at = chapter; at <= Math.min(chapterEnd!, chapter + MAX_CHAPTERS - 1); at++)
    for (const name of otherNamesOf(book)) {
      phrases.push(`${name} ${at}`);
      phrases.push(...OTHER_CHAPTERS.map((word) => `${name} ${word} ${at}`));
    }
  return phrases;
}

/** How titles refer to the passage. */
export function titlesFor({ book, chapter, verseStart }: BiblePassage): string[] {
  if (chapter === undefined) return phrasesOfBook(book);
  const { numbers, name, abbreviation } = namesOf(book);
  const places = verseStart === undefined ? `${chapter}` : `${chapter} ${verseStart}`;
  // "Mose" stands for five books.
  const others = otherNamesOf(book).filter((other) => other !== 'Mose');
  if (numbers.length > 0)
    return [
      ...numbers.map((number) => `${number} ${name} ${places}`),
      ...others.map((other) => `${numbers[0]!} ${other} ${places}`),
    ];
  return [name, ...(abbreviation ? [abbreviation] : []), ...others].map((one) => `${one} ${places}`);
}

/**
 * Returns a test for texts that refer to the passage or part of it or, for a whole book, contain one of the
 * phrases.
 */
export function referenceFinder(passage: BiblePassage): (text: string) => boolean {
  const others = new Set(otherPhrasesFor(passage));
  const phrases = phrasesFor(passage).map((phrase) => ({
    terms: termsOf(phrase),
    isOther: others.has(phrase),
  }));
  const isNumbered = namesOf(passage.book).numbers.length > 0;
  const isMeant = (text: string, { start, end }: Token, words: number, isOther: boolean): boolean => {
    if (passage.chapter === undefined) return words > 1 || isCapital(text.slice(start, end));
    // "1. Mose" has a number, "Genesis" does not.
    const before =
      isNumbered || isOther
        ? (/\S+\s+$/.exec(text.slice(Math.max(0, start - NUMBER_LENGTH), start))?.[0] ?? '')
        : '';
    const length = isOther ? OTHER_REFERENCE_LENGTH : REFERENCE_LENGTH;
    const read = parseScriptureQuery(before + text.slice(start, start + length));
    return read !== null && overlaps(read, passage);
  };
  return (text) => {
    const tokens = tokenize(text);
    return phrases.some(({ terms, isOther }) =>
      phrasePositions(tokens, terms).some((at) => isMeant(text, tokens[at]!, terms.length, isOther)),
    );
  };
}

const isCapital = (word: string): boolean => word[0] !== word[0]!.toLowerCase();

/** A reference to a whole chapter covers all of its verses, but says little about a single one. */
function overlaps(read: ScriptureQuery, asked: BiblePassage): boolean {
  if (read.book !== asked.book || read.chapter === undefined) return false;
  if (asked.verseStart !== undefined && read.verseStart === undefined) return false;
  const [from, to] = extent(read);
  const [first, last] = extent(asked);
  return from <= last && first <= to;
}

/** First and last chapter and verse as comparable numbers. */
function extent({
  chapter = 1,
  chapterEnd = chapter,
  verseStart = 1,
  verseEnd,
}: Omit<ScriptureQuery, 'rest'>) {
  const last = verseEnd ?? 999;
  return [chapter * 1000 + verseStart, chapterEnd * 1000 + last] as const;
}

/** Minimum length in words of a quotation. */
const QUOTED_WORDS = 5;
/**
 * Minimum number of distinctive words in a quotation, unless it is half of the verse: "came to pass in those
 * days" has none.
 */
const TELLING_WORDS = 2;
const MIN_TELLING_LETTERS = 4;
const FORMULAIC = new Set(
  (
    'that shall unto with they them this have will thee from were upon when said came pass your which their there then also into come ' +
    'went even made what hath saith been more every lord jesus christ moses david israel saying children people before these those things ' +
    'behold verily days hand land house spake spoke word answered according'
  ).split(' '),
);

/** The possible starts of quotations, as a tree of words. */
interface Beginning {
  next: Map<string, Beginning>;
  /** Places in the verses where these words start a quotation; none where they are too few. */
  places: { verse: readonly string[]; at: number }[];
}

/** Returns a test for texts that contain part of one of the verses verbatim. */
export function quotationFinder({ translations }: BiblePassage): (text: string) => boolean {
  const tokens = translations.flat().map((verse) => tokenize(verse));
  const beginnings = beginningsOf(tokens.flat().map(({ term }) => term));
  const root: Beginning = { next: new Map(), places: [] };
  for (const verse of tokens.map((all) => all.map(({ word }) => word)))
    for (let at = 0; at + lengthIn(verse) <= verse.length && verse.length > 1; at++) {
      let last = root;
      for (const word of verse.slice(at, at + lengthIn(verse))) {
        const next = last.next.get(word) ?? { next: new Map(), places: [] };
        last.next.set(word, next);
        last = next;
      }
      last.places.push({ verse, at });
    }
  return (text) => {
    const words = tokenize(text, beginnings).map(({ word }) => word);
    return words.some((_, start) => {
      let found: Beginning | undefined = root;
      for (let at = start; found; at++) {
        if (
          found.places.some((place) =>
            isDistinctive(commonRun(words, start, place.verse, place.at), place.verse),
          )
        )
          return true;
        found = found.next.get(words[at]!);
      }
      return false;
    });
  };
}

/** A shorter verse must be quoted in full. */
const lengthIn = (verse: readonly string[]): number => Math.min(QUOTED_WORDS, verse.length);

function commonRun(words: readonly string[], start: number, verse: readonly string[], at: number): string[] {
  let length = 0;
  while (start + length < words.length && words[start + length] === verse[at + length]) length++;
  return words.slice(start, start + length);
}

function isDistinctive(run: readonly string[], verse: readonly string[]): boolean {
  const telling = run.filter((word) => word.length >= MIN_TELLING_LETTERS && !FORMULAIC.has(word));
  return new Set(telling).size >= TELLING_WORDS || run.length * 2 >= verse.length;
}
