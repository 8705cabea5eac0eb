/** Corrects words that no text has, and completes the beginnings of words, by the vocabulary of the library. */
import { QUOTED, searchedTerms, tokenize, type Token } from './analyze.js';
import { fold } from './fold.js';
import type { KnownWord, SearchFilter, SearchReader, Vocabulary, WeightedWord } from './ports.js';
import { withWords, type ParsedQuery } from './query-syntax.js';

export interface SpelledQuery {
  /** The query with its sure corrections, and with the most frequent word for each beginning. */
  text: string;
  /** What a keyword search looks for, if not the words of `text`. */
  words?: WeightedWord[];
  /** Sure corrections, by the word as typed, lower-case. */
  corrections: ReadonlyMap<string, string>;
}

interface SpellingOptions {
  spelling?: 'auto' | 'exact';
  filter: SearchFilter;
  /** Of accounts that are not in memory. */
  vocabularyOf?: (accountId: number) => Promise<Vocabulary>;
  /** Tells which words the model knows: these are not mistyped. */
  countPieces?: (words: readonly string[]) => Promise<number[]>;
}

/** Unknown words that are looked up. */
const MAX_UNKNOWN = 8;
/** Words that stand for one that is unknown, or for a beginning. */
const MAX_NEIGHBOURS = 5;
const MAX_COMPLETIONS = 32;
/** Chunks that are read to tell whether a text has a word, where the vocabulary is partial. */
const PROBED_CHUNKS = 8;
const MIN_LETTERS = 4;
const HAS_NUMBER = /\p{N}/u;
/** Words this long may have a second typo. */
const SECOND_TYPO_LETTERS = 6;
/** Endings of words that are right if a text has them without. */
const INFLECTIONS = ['s', 'es', 'd', 'ed', 'ing', 'ly', 'er', 'ers'];
const MIN_STEM = 3;

/** A word is meant in proportion to this power of its count. */
const COUNT_POWER = 0.7;
/** How much less likely another typo is, and one in the first letter. */
const TYPO_ODDS = 0.01;
const FIRST_LETTER_ODDS = 0.5;
/** Odds that a word of four letters is right although no text has it; half of it for each letter more. */
const UNKNOWN_ODDS = 0.2;
/** Probability from which a correction is sure, and from which a word is searched at all. */
const SURE = 0.4;
const MIN_PROBABILITY = 0.1;
/** Weight of a correction that is certain. */
const CORRECTED_WEIGHT = 0.9;

/** The same query where nothing is to be corrected or completed, which is found out in microseconds. */
export async function spelled(
  index: SearchReader,
  { text, prefixes = [] }: Pick<ParsedQuery, 'text'> & Partial<ParsedQuery>,
  { spelling = 'auto', filter, vocabularyOf, countPieces }: SpellingOptions,
): Promise<SpelledQuery> {
  const asTyped = { text, corrections: new Map<string, string>() };
  const candidates = spelling === 'exact' ? [] : correctable(text, prefixes);
  if (candidates.length === 0 && prefixes.length === 0) return asTyped;
  const vocabulary =
    index.vocabulary?.(filter) ?? (await vocabularyOf?.(filter.accountId).catch(() => undefined));
  if (!vocabulary) return asTyped;
  let unknown = candidates
    .filter(({ word }) => !isKnown(word, vocabulary))
    .slice(0, MAX_UNKNOWN)
    .map((token) => ({ ...token, ...neighbours(token.word, vocabulary) }))
    .filter(({ likely }) => likely.length > 0);
  if (vocabulary.isPartial) unknown = await withoutKnown(index, unknown, filter);
  if (unknown.length > 0 && countPieces) {
    const pieces = await countPieces(unknown.map(({ word }) => word)).catch(() => []);
    unknown = unknown.filter((_, at) => pieces[at] !== 1);
  }
  const completed = prefixes.map((prefix) => ({
    prefix,
    words: vocabulary.startingWith(prefix, MAX_COMPLETIONS),
  }));
  if (unknown.length === 0 && completed.length === 0) return asTyped;
  const corrections = new Map(unknown.flatMap(({ word, sure }) => (sure ? [[word, sure] as const] : [])));
  const completions = completed.map(({ prefix, words }) => [`${prefix}*`, words[0]?.word ?? prefix] as const);
  return {
    text: withWords(text, new Map([...corrections, ...completions])),
    words: [
      ...otherWords(text, [...unknown.map(({ word }) => word), ...prefixes]),
      ...unknown.flatMap(({ likely }) => likely),
      ...completed.flatMap(({ words }) => byFrequency(words)),
    ],
    corrections,
  };
}

/** Words of four letters or more without digits that are not in quotation marks. */
function correctable(text: string, prefixes: readonly string[]): Token[] {
  const quoted = new Set(
    [...text.matchAll(QUOTED)].flatMap((match) => tokenize(match[1]!)).map(({ word }) => word),
  );
  const byWord = new Map<string, Token>();
  for (const token of tokenize(text))
    if (
      token.word.length >= MIN_LETTERS &&
      !HAS_NUMBER.test(token.word) &&
      !quoted.has(token.word) &&
      !prefixes.includes(token.word)
    )
      byWord.set(token.word, token);
  return [...byWord.values()];
}

/** Whether a text has the word, or what it is an inflection of. */
function isKnown(word: string, vocabulary: Vocabulary): boolean {
  if (vocabulary.has(word)) return true;
  const stems = INFLECTIONS.flatMap((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    if (stem.length < MIN_STEM) return [];
    return [stem, `${stem}e`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
  });
  const withY = word.replace(/ie[sd]$/, 'y');
  return [...stems, ...(withY === word ? [] : [withY])].some((stem) => vocabulary.has(stem));
}

/** The words most likely meant, and the first if it is sure. */
function neighbours(word: string, vocabulary: Vocabulary): { likely: WeightedWord[]; sure: string | null } {
  const letters = fold(word).length;
  const near = vocabulary.near(word, letters < SECOND_TYPO_LETTERS ? 1 : 2);
  const odds = near.map(
    (one) =>
      one.count ** COUNT_POWER *
      TYPO_ODDS ** (one.typos - 1) *
      (fold(one.word)[0] === fold(word)[0] ? 1 : FIRST_LETTER_ODDS),
  );
  const all = odds.reduce((sum, one) => sum + one, UNKNOWN_ODDS / 2 ** (letters - MIN_LETTERS));
  const likely = near
    .map((one, at) => ({ word: one.word, weight: odds[at]! / all }))
    .filter(({ weight }) => weight >= MIN_PROBABILITY)
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_NEIGHBOURS);
  const [best] = likely;
  return {
    likely: likely.map(({ word: other, weight }) => ({ word: other, weight: CORRECTED_WEIGHT * weight })),
    sure: best && best.weight >= SURE ? best.word : null,
  };
}

/** Leaves out words that are in one of the texts that they would be found in. */
async function withoutKnown<T extends Token>(
  index: SearchReader,
  tokens: readonly T[],
  { accountId, publishedOnly }: SearchFilter,
): Promise<T[]> {
  const found = await Promise.all(
    tokens.map(({ word }) => index.keywordChunks(word, { accountId, publishedOnly }, PROBED_CHUNKS)),
  );
  return tokens.filter(
    ({ word }, at) => !found[at]!.some((hit) => tokenize(hit.text).some((token) => token.word === word)),
  );
}

/** The searched words of the text that are not among these. */
function otherWords(text: string, words: readonly string[]): WeightedWord[] {
  return searchedTerms(text).filter(({ word }) => !words.includes(word));
}

/** Rare words would count most, so they weigh less. */
function byFrequency(words: readonly KnownWord[]): WeightedWord[] {
  const most = words[0]?.count ?? 1;
  return words.map(({ word, count }) => ({ word, weight: Math.sqrt(count / most) }));
}
