/**
 * The words of a library that a query's word stands for in a language: its inflections, which have the same stem, and in
 * German compounds with it. An index has terms of one analysis for all languages, so that a search names the words.
 */
import type { KnownWord, Vocabulary } from '../ports.js';
import { fold } from '../text/fold.js';
import { stemIn } from '../text/stem.js';
import { partsOf, BUILDS_COMPOUNDS, LINKS, MIN_PART } from './compounds.js';

export interface LibraryForms {
  inflections: string[];
  /** Longer words that contain it as a part. */
  compounds: string[];
  /** The two words that it consists of. */
  parts: string[];
}

/** Maximum number of words of each kind, the most frequent. */
const MAX_FORMS = 6;
/** Number of words with the same beginning, or ending, that are compared, the most frequent. */
const COMPARED = 100;
/** Shorter beginnings are those of too many words. */
const MIN_BEGINNING = 3;

export interface FormsLibrary {
  /** Must be prepared. */
  vocabulary: Vocabulary;
  /** Those of the words that the language has. */
  knows: (words: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * @param word lower-case
 * @param language ISO 639-1
 */
export async function formsInLibrary(
  word: string,
  language: string,
  { vocabulary, knows }: FormsLibrary,
): Promise<LibraryForms> {
  const inflections = inflectionsOf(word, language, vocabulary);
  if (language !== BUILDS_COMPOUNDS || word.length < MIN_PART)
    return { inflections, compounds: [], parts: [] };
  const compounds: Compound[] = [];
  for (const form of [word, ...inflections]) compounds.push(...(await compoundsWith(form, vocabulary)));
  const known = await knows(compounds.flatMap(({ others }) => others));
  const isWord = (other: string): boolean => vocabulary.has(other) || known.has(other);
  const distinct = new Map(
    compounds.flatMap(({ whole, others }) => (others.some(isWord) ? [[whole.word, whole] as const] : [])),
  );
  for (const inflection of inflections) distinct.delete(inflection);
  return {
    inflections,
    compounds: mostFrequent([...distinct.values()]),
    parts: partsOf(word).find((parts) => parts.every((part) => vocabulary.has(part))) ?? [],
  };
}

const mostFrequent = (words: readonly KnownWord[]): string[] =>
  words
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_FORMS)
    .map(({ word }) => word);

/** Stems with and without accents, which many people omit. */
const stemsOf = (word: string, language: string): string[] => [
  fold(stemIn(word, language)),
  fold(stemIn(fold(word), language)),
];

/** The other words of the library that have the same stem. */
export function inflectionsOf(word: string, language: string, vocabulary: Vocabulary): string[] {
  const stems = stemsOf(word, language);
  const beginning = fold(word).slice(0, Math.max(MIN_BEGINNING, commonLength(fold(word), stems[0]!) - 1));
  if (beginning.length < MIN_BEGINNING) return [];
  return vocabulary
    .startingWith(beginning, COMPARED)
    .filter(
      (known) => known.word !== word && stemsOf(known.word, language).some((stem) => stems.includes(stem)),
    )
    .slice(0, MAX_FORMS)
    .map((known) => known.word);
}

/** Length of the beginning that both have. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** A longer word of the library. */
interface Compound {
  whole: KnownWord;
  /** What else it consists of: one of these, if it is a compound. */
  others: string[];
}

/** The words that begin or end with the word. */
async function compoundsWith(word: string, vocabulary: Vocabulary): Promise<Compound[]> {
  const { length } = fold(word);
  const ending = (await vocabulary.endingWith(word, COMPARED)).map((whole) => {
    const first = fold(whole.word).slice(0, -length);
    const others = LINKS.flatMap((link) =>
      first.endsWith(link) ? first.slice(0, first.length - link.length) : [],
    );
    return { whole, others };
  });
  const beginning = vocabulary.startingWith(word, COMPARED).map((whole) => {
    const second = fold(whole.word).slice(length);
    return {
      whole,
      others: LINKS.flatMap((link) => (second.startsWith(link) ? second.slice(link.length) : [])),
    };
  });
  return [...ending, ...beginning].map(({ whole, others }) => ({
    whole,
    others: others.filter((other) => other.length >= MIN_PART),
  }));
}
