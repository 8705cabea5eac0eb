/**
 * Adds to a query the words of the library that its words stand for: their inflections, which have the same stem, German
 * compounds with them, and their other English spelling. An index has terms of one analysis for all languages, so that a
 * search names the words.
 */
import type { KnownWord, Vocabulary, WeightedWord } from '../ports.js';
import { termsOf, lowerCaseWords } from '../text/analyze.js';
import { otherSpelling, respellable } from '../text/english-spellings.js';
import { fold } from '../text/fold.js';
import { ENGLISH, isFunctionWord } from '../text/language.js';
import { stemIn } from '../text/stem.js';
import { BUILDS_COMPOUNDS, LINKS, MIN_PART, splitsOf } from './compounds.js';
import type { QueryEmbedder } from './query-embedder.js';
import { inEnglish, type QueryContext, type Reading } from './reading.js';
import type { QuerySynonym } from './request.js';

/** Maximum number of words whose forms are looked up. */
const MAX_WORDS = 16;
/** Maximum number of forms of each kind, the most frequent. */
const MAX_FORMS = 6;
/** Number of words with the same beginning, or ending, that are compared, the most frequent. */
const COMPARED = 100;
/** Shorter beginnings are those of too many words. */
const MIN_BEGINNING = 3;
/** Weight of a compound with the word, and of the parts of a compound, beside the word itself. */
const COMPOUND = 0.7;
/** Minimum rarity of a word, in nats. */
const MIN_RARITY = 0.1;

export interface WordForms {
  inflections: string[];
  /** Longer words that contain it as a part. */
  compounds: string[];
  /** The two words that it consists of. */
  parts: string[];
}

/** Adds the forms that the library has of the words in the query's language or, if that is uncertain, in all of its own. */
export async function withForms(reading: Reading, context: QueryContext): Promise<Reading> {
  const { certainLanguage: certain, words: searched = reading.terms } = reading;
  const { held, queries, reader } = context;
  const languages = certain === null ? held : held.filter((language) => language === certain);
  const library = languages.length > 0 ? await context.vocabulary() : undefined;
  if (!library) return reading;
  await library.prepare?.();
  const vocabulary = remembering(library);
  const formsOf = new Map<string, WordForms>();
  const words = [...new Set(reading.openTokens.slice(0, MAX_WORDS).map(({ word }) => word))];
  const english = certain === null ? await inEnglish(words, context) : undefined;
  for (const language of languages) {
    const known = await queries.listed(words, language);
    for (const word of words) {
      if (isFunctionWord(word, language) || (english?.has(word) && !known.has(word))) continue;
      const forms = await formsInLibrary(word, language, vocabulary, queries);
      formsOf.set(word, merged(formsOf.get(word), forms));
    }
  }
  const synonyms = [...formsOf].flatMap(([word, forms]) => synonymOf(word, forms));
  if (synonyms.length === 0) return reading;
  const rarityOf = await reader.rarities?.(context.account);
  return {
    ...reading,
    words: searched.flatMap((word) => weightedForms(word, formsOf.get(word.word), rarityOf)),
    synonyms: [...reading.synonyms, ...synonyms],
  };
}

/** In most languages a word's forms have the same beginning, which is looked up once. */
function remembering(vocabulary: Vocabulary): Vocabulary {
  const found = new Map<string, KnownWord[]>();
  return {
    ...vocabulary,
    startingWith: (prefix, limit) => {
      const key = `${limit} ${prefix}`;
      const known = found.get(key) ?? vocabulary.startingWith(prefix, limit);
      found.set(key, known);
      return known;
    },
  };
}

const merged = (known: WordForms | undefined, forms: WordForms): WordForms =>
  known
    ? {
        inflections: [...new Set([...known.inflections, ...forms.inflections])],
        compounds: [...new Set([...known.compounds, ...forms.compounds])],
        parts: known.parts.length > 0 ? known.parts : forms.parts,
      }
    : forms;

/** Of a term, in nats. */
type RarityOf = (term: string) => number;

/** The word, its inflections, which count as the same word, and compounds. */
function weightedForms(
  { word, weight }: WeightedWord,
  forms: WordForms | undefined,
  rarityOf: RarityOf | undefined,
): WeightedWord[] {
  if (!forms) return [{ word, weight }];
  const compounds = [...forms.compounds, ...forms.parts];
  return [
    ...weightedAsOne([word, ...forms.inflections], weight, rarityOf),
    ...compounds.map((compound) => ({ word: compound, weight: COMPOUND * weight })),
  ];
}

/**
 * Weighs words so that together they are as rare as texts with any of them: of `df` texts, −ln(Σ e^−idf) is about the
 * idf of all.
 */
function weightedAsOne(
  words: readonly string[],
  weight: number,
  rarityOf: RarityOf | undefined,
): WeightedWord[] {
  if (!rarityOf) return words.map((word) => ({ word, weight }));
  const rarities = new Map(words.flatMap((word) => termsOf(word).map((term) => [term, rarityOf(term)])));
  const shares = [...rarities.values()].reduce((sum, rarity) => sum + Math.exp(-rarity), 0);
  const together = Math.max(MIN_RARITY, -Math.log(shares));
  return words.map((word) => {
    const rarity = Math.max(MIN_RARITY, ...termsOf(word).map((term) => rarities.get(term)!));
    return { word, weight: Math.min(1, together / rarity) * weight };
  });
}

/** A text with one of the forms has the word. */
function synonymOf(word: string, { inflections, compounds, parts }: WordForms): QuerySynonym[] {
  const instead = [...inflections, ...compounds, ...(parts.length > 0 ? [parts.join(' ')] : [])];
  return instead.length > 0 ? [{ typed: word, instead }] : [];
}

/**
 * The words of the library that a word stands for.
 *
 * @param word lower-case
 * @param language ISO 639-1
 * @param vocabulary must be prepared
 */
export async function formsInLibrary(
  word: string,
  language: string,
  vocabulary: Vocabulary,
  queries: Pick<QueryEmbedder, 'listed'>,
): Promise<WordForms> {
  const inflections = inflectionsOf(word, language, vocabulary);
  if (language !== BUILDS_COMPOUNDS || word.length < MIN_PART)
    return { inflections, compounds: [], parts: [] };
  const compounds: Compound[] = [];
  for (const form of [word, ...inflections]) compounds.push(...(await compoundsWith(form, vocabulary)));
  const asked = compounds.flatMap(({ rests }) => rests);
  const known = await queries.listed(asked, language);
  const isWord = (rest: string): boolean => vocabulary.has(rest) || known.has(rest);
  const distinct = new Map(
    compounds
      .filter(({ whole }) => !inflections.includes(whole.word))
      .filter(({ rests }) => rests.some(isWord))
      .map(({ whole }) => [whole.word, whole]),
  );
  return {
    inflections,
    compounds: [...distinct.values()]
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_FORMS)
      .map((compound) => compound.word),
    parts: splitsOf(word).find((parts) => parts.every((part) => vocabulary.has(part))) ?? [],
  };
}

/** Stems with and without accents, which many people omit. */
const stemsOf = (word: string, language: string): string[] => [
  fold(stemIn(word, language)),
  fold(stemIn(fold(word), language)),
];

/** The other words of the library that have the same stem. */
function inflectionsOf(word: string, language: string, vocabulary: Vocabulary): string[] {
  const stems = stemsOf(word, language);
  const folded = fold(word);
  let common = 0;
  while (common < folded.length && folded[common] === stems[0]![common]) common++;
  const beginning = folded.slice(0, Math.max(MIN_BEGINNING, common - 1));
  if (beginning.length < MIN_BEGINNING) return [];
  return vocabulary
    .startingWith(beginning, COMPARED)
    .map((known) => known.word)
    .filter((known) => known !== word && stemsOf(known, language).some((stem) => stems.includes(stem)))
    .slice(0, MAX_FORMS);
}

/** A longer word of the library. */
interface Compound {
  whole: KnownWord;
  /** What else it consists of: one of these, if it is a compound. */
  rests: string[];
}

/** The words that begin or end with the word. */
async function compoundsWith(word: string, vocabulary: Vocabulary): Promise<Compound[]> {
  const { length } = fold(word);
  const compound = (whole: KnownWord, rests: readonly string[]): Compound => ({
    whole,
    rests: rests.filter((rest) => rest.length >= MIN_PART),
  });
  const ending = (await vocabulary.endingWith(word, COMPARED)).map((whole) => {
    const first = fold(whole.word).slice(0, -length);
    const links = LINKS.filter((link) => first.endsWith(link));
    return compound(
      whole,
      links.map((link) => first.slice(0, first.length - link.length)),
    );
  });
  const beginning = vocabulary.startingWith(word, COMPARED).map((whole) => {
    const second = fold(whole.word).slice(length);
    const links = LINKS.filter((link) => second.startsWith(link));
    return compound(
      whole,
      links.map((link) => second.slice(link.length)),
    );
  });
  return [...ending, ...beginning];
}

/** Adds the words of the library that have the other English spelling of a word, perhaps in another inflection. */
export async function withOtherSpellings(reading: Reading, context: QueryContext): Promise<Reading> {
  const { synonyms, words: searched = reading.terms } = reading;
  const expected = lowerCaseWords(reading.subject);
  const instead = synonyms.flatMap((synonym) => synonym.instead);
  const asked = respellable([...searched.map(({ word }) => word), ...expected, ...instead]);
  const vocabulary = asked.length > 0 ? await context.vocabulary() : undefined;
  if (!vocabulary) return reading;
  await vocabulary.prepare?.();
  const others = new Map(
    asked.map((word) => {
      const other = otherSpelling(word);
      const inflections = inflectionsOf(other, ENGLISH, vocabulary);
      return [word, vocabulary.has(other) ? [other, ...inflections] : inflections];
    }),
  );
  const othersOf = (word: string): readonly string[] => others.get(word) ?? [];
  if (asked.every((word) => othersOf(word).length === 0)) return reading;
  const rarityOf = await context.reader.rarities?.(context.account);
  return {
    ...reading,
    words: searched.flatMap(({ word, weight }) => weightedAsOne([word, ...othersOf(word)], weight, rarityOf)),
    synonyms: [
      ...synonyms.map((synonym) => ({
        ...synonym,
        instead: [...synonym.instead, ...synonym.instead.flatMap(othersOf)],
      })),
      ...respellable(expected).map((word) => ({ typed: word, instead: othersOf(word) })),
    ],
  };
}
