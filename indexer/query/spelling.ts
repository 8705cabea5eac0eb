/** Corrects words that no text contains, and completes prefixes, using the words of the library and the model. */
import { quotations, lowerCaseWords, type Token } from '../text/analyze.js';
import type { Vocabulary } from '../ports.js';
import { ENGLISH, isWordOf } from '../text/language.js';
import { correctionsOf, MAX_LIKELY, MIN_PROBABILITY, type Correction } from '../spelling/corrections.js';
import type { Dictionary } from '../spelling/dictionary.js';
import type { WeightedText } from './query-embedder.js';
import { respelled, type QueryContext, type Reading } from './reading.js';
import { replaceWords } from './syntax.js';

type CorrectedToken = Token & Correction;

/** Maximum number of words looked up per query, and of unknown words that are compared with others. */
const MAX_LOOKED_UP = 64;
const MAX_UNKNOWN = 8;
/** Number of unknown words in a query that may have two typos; further ones may have one. */
const MAX_TWO_TYPOS = 3;
/** Maximum number of words that a prefix is expanded to. */
const MAX_COMPLETIONS = 32;
/** Chunks, and items, that are read to tell whether a text has a word, where the vocabulary may lack it. */
const PROBED_TEXTS = 8;
const MIN_LETTERS = 3;
/**
 * Single pieces of the model's vocabulary of at least this length are considered correct: "sheep", "child" and
 * "peace" cannot be told from word beginnings ("forgiv"), which the dictionary leaves out. Shorter ones are often
 * mistyped words.
 */
const MIN_PIECE_LETTERS = 5;
const HAS_NUMBER = /\p{N}/u;
/** Weight of a certain correction. */
const CORRECTED_WEIGHT = 0.9;

/** Returns the reading as it is, within microseconds, if there is nothing to correct or to complete. */
export async function corrected(reading: Reading, context: QueryContext): Promise<Reading> {
  const { text, terms } = reading;
  const { prefixes = [] } = context.request;
  const candidates = correctable(reading, context);
  if (candidates.length === 0 && prefixes.length === 0) return reading;
  const vocabulary = await context.vocabulary();
  if (!vocabulary) return reading;
  const unknown = await misspelt(candidates, vocabulary, reading, context);
  if (prefixes.length > 0) await vocabulary.prepare?.();
  const completed = prefixes.map((prefix) => ({
    prefix,
    words: vocabulary.startingWith(prefix, MAX_COMPLETIONS),
  }));
  if (unknown.length === 0 && completed.length === 0) return reading;
  const replaced = unknown.flatMap(({ word, best, isSure }) => (best ? { word, best, isSure } : []));
  const bestOf = new Map(replaced.map(({ word, best }) => [word, best]));
  const completions = new Map(completed.map(({ prefix, words }) => [`${prefix}*`, words[0]?.word ?? prefix]));
  const variants = spellingVariants(replaceWords(text, completions), unknown);
  const otherwise = new Set([...unknown.map(({ word }) => word), ...prefixes]);
  return {
    ...respelled(reading, new Map([...bestOf, ...completions])),
    variants: variants.length > 1 ? variants : undefined,
    words: [
      ...terms.filter(({ word }) => !otherwise.has(word)),
      ...unknown.flatMap(({ likely }) =>
        likely.map(({ word, probability }) => ({ word, weight: CORRECTED_WEIGHT * probability })),
      ),
      // Rare words would otherwise count most.
      ...completed.flatMap(({ words }) =>
        words.map(({ word, count }) => ({ word, weight: Math.sqrt(count / words[0]!.count) })),
      ),
    ],
    corrections: new Map(replaced.flatMap(({ word, best, isSure }) => (isSure ? [[word, best]] : []))),
  };
}

/** The words that are unknown to both the texts and the model, with their corrections. */
async function misspelt(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  reading: Reading,
  context: QueryContext,
): Promise<CorrectedToken[]> {
  const { queries } = context;
  const newToTexts = tokens.filter(({ word }) => !vocabulary.has(word));
  // Most searches end here.
  if (newToTexts.length === 0) return [];
  const known = await queries.dictionary(reading.table ?? ENGLISH);
  const doubtful = newToTexts.filter(({ word }) => !known?.has(word));
  const long = doubtful.flatMap(({ word }) => (word.length < MIN_PIECE_LETTERS ? [] : word));
  const pieces = long.length > 0 ? await queries.whole(long, reading.table) : new Set();
  const wrong = doubtful.filter(({ word }) => !pieces.has(word)).slice(0, MAX_UNKNOWN);
  if (wrong.length === 0) return [];
  await vocabulary.prepare?.();
  const meant = await meantWords(vocabulary, known, reading, context);
  const isWithoutTable = reading.table === undefined && languagesOf(reading).length > 0;
  const dictionary = isWithoutTable ? null : known;
  const unlike = wrong
    .map((token, at) => ({
      ...token,
      ...correctionsOf(token.word, meant, dictionary, at < MAX_TWO_TYPOS ? 2 : 1),
    }))
    .filter(({ likely, best }) => likely.length > 0 || best !== null);
  if (!vocabulary.isPartial && !vocabulary.isDated) return unlike;
  const areInTexts = await Promise.all(unlike.map(({ word }) => isInText(word, context)));
  return unlike.filter((_, at) => !areInTexts[at]);
}

/**
 * The words that a query may mean: in another language than English, those of the library without English ones that the
 * language lacks, as "unsre" is not "under".
 *
 * @param known the words of the model in the language of the reading's table or, without one, in English
 */
async function meantWords(
  vocabulary: Vocabulary,
  known: Dictionary | null,
  reading: Reading,
  { queries }: QueryContext,
): Promise<Vocabulary> {
  const { table, foreign } = reading;
  const languages = languagesOf(reading);
  if (languages.length === 0) return vocabulary;
  if (foreign) return { ...vocabulary, near: () => [] };
  const english = table === undefined && !(await queries.knows(languages)) ? known : null;
  const isEnglish = (word: string) => isWordOf(word, [ENGLISH]) || english?.has(word) === true;
  const isOfLanguage = (word: string) =>
    table !== undefined && known ? known.has(word) : isWordOf(word, languages);
  return {
    ...vocabulary,
    near: (word, typos) =>
      vocabulary.near(word, typos).filter((near) => isOfLanguage(near.word) || !isEnglish(near.word)),
  };
}

/** Languages that the query may be in; none if it may be English. */
function languagesOf({ table, possible }: Reading): readonly string[] {
  if (table !== undefined) return [table];
  return possible.languages.includes(ENGLISH) ? [] : possible.languages;
}

/** A capital at the beginning of a sentence does not mark a name; phones add it too. */
const BEGINS_SENTENCE = /(?:^|[.!?:]\s)[^\p{L}\p{N}]*$/u;
/** Maximum length of what can stand between the end of a sentence and the next word. */
const BEFORE_WORD = 8;

/**
 * Returns a test for words written as names: capitalised inside a sentence, except in German and in text without
 * lower case.
 */
function nameTest({ text, certainLanguage }: Reading): (token: Token) => boolean {
  if (!/\p{Ll}/u.test(text) || certainLanguage === 'de') return () => false;
  return ({ start }) => {
    const before = text.slice(Math.max(0, start - BEFORE_WORD), start);
    return /\p{Lu}/u.test(text[start]!) && !BEGINS_SENTENCE.test(before);
  };
}

/**
 * Words of at least three letters, without digits, that are neither quoted nor written as names, nor common in a
 * language that the query may be in, nor part of a synonym. None if the query is searched as typed, is the text of verses,
 * or can only be searched for its names.
 */
function correctable(reading: Reading, { request }: QueryContext): Token[] {
  const { prefixes = [], synonyms = [], spelling, scripture } = request;
  const { foreign, table } = reading;
  if (spelling === 'exact' || scripture?.isWholeQuery || (foreign && table === undefined)) return [];
  const languages = languagesOf(reading);
  const asTyped = [...quotations(reading.text), ...synonyms.map(({ typed }) => typed)];
  const notCorrected = new Set([...asTyped.flatMap(lowerCaseWords), ...prefixes]);
  const isName = nameTest(reading);
  const byWord = new Map<string, Token>();
  for (const token of reading.tokens)
    if (
      token.word.length >= MIN_LETTERS &&
      !HAS_NUMBER.test(token.word) &&
      !notCorrected.has(token.word) &&
      !isWordOf(token.word, languages) &&
      !isName(token)
    )
      byWord.set(token.word, token);
  return [...byWord.values()].slice(0, MAX_LOOKED_UP);
}

/** Whether a text in which the word would be found has it as typed. */
async function isInText(word: string, { reader, account }: QueryContext): Promise<boolean> {
  const [chunks, items] = await Promise.all([
    reader.keywordChunks(word, account, PROBED_TEXTS),
    reader.keywordItems(word, account, PROBED_TEXTS),
  ]);
  const itemIds = items.map(({ itemId }) => itemId);
  const heads = await reader.readItems(account.accountId, itemIds, { chunks: false });
  const texts = [...chunks, ...heads.map(({ title, description }) => ({ text: `${title} ${description}` }))];
  return texts.some(({ text }) => lowerCaseWords(text).includes(word));
}

/** The likeliest readings of mistyped words, weighted in proportion to their probability, likeliest first. */
export function spellingVariants(
  text: string,
  unknown: readonly (Correction & { word: string })[],
): WeightedText[] {
  let variants: WeightedText[] = [{ text, weight: 1 }];
  for (const { word, likely, asTyped, best } of unknown) {
    const meant = [...likely, ...(asTyped >= MIN_PROBABILITY ? [{ word, probability: asTyped }] : [])];
    const options = meant.length > 0 ? meant : [{ word: best ?? word, probability: 1 }];
    variants = variants
      .flatMap(({ text: before, weight }) =>
        options.map((option) => ({
          text: replaceWords(before, new Map([[word, option.word]])),
          weight: weight * option.probability,
        })),
      )
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_LIKELY);
  }
  return variants;
}
