/** Corrects words that no text contains, and completes prefixes, using the words of the library and the model. */
import { QUOTED, searchedTerms, tokenize, type Token } from '../text/analyze.js';
import type { KnownWord, SearchFilter, SearchReader, Vocabulary, WeightedWord } from '../ports.js';
import { ENGLISH, isWordOf, languagesIn, queryLanguage } from '../text/language.js';
import { withWords, type ParsedQuery } from './syntax.js';
import { correctionsOf, type Correction } from '../spelling/corrections.js';
import { readingsOf, type Reading } from './readings.js';
import type { Dictionary } from '../spelling/dictionary.js';

export interface SpelledQuery {
  /** The query with its corrections, and with the most frequent completion of each prefix. */
  text: string;
  /** What a keyword search looks for, if not the words of `text`. */
  words?: WeightedWord[];
  /** Possible readings of the query, if there are others than `text`. */
  readings?: Reading[];
  /** Certain corrections, by the typed word in lower case. */
  corrections: ReadonlyMap<string, string>;
}

interface SpellingOptions {
  spelling?: 'auto' | 'exact';
  /** Words that are known to the account, in lower case: they are not corrected. */
  known?: ReadonlySet<string>;
  filter: SearchFilter;
  vocabulary: () => Promise<Vocabulary | undefined>;
  /** The words that the model knows; null if it cannot tell. */
  dictionary: () => Promise<Dictionary | null>;
  /** The words that are single pieces in the model's vocabulary. */
  whole: (words: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether the model knows any of the languages. */
  knows: (languages: readonly string[]) => Promise<boolean>;
  /** Languages that the query is in, whose dictionary is given; told from its words if absent. */
  languages?: readonly string[];
}

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

/** Corrects and completes a query. Returns it unchanged within microseconds if there is nothing to do. */
export async function spelled(
  index: SearchReader,
  { text, prefixes = [] }: Pick<ParsedQuery, 'text'> & Partial<ParsedQuery>,
  {
    spelling = 'auto',
    known: notCorrected,
    filter,
    vocabulary: readVocabulary,
    dictionary,
    whole,
    knows,
    languages: read,
  }: SpellingOptions,
): Promise<SpelledQuery> {
  const asTyped = { text, corrections: new Map<string, string>() };
  const languages = spelling === 'exact' ? [] : (read ?? foreignLanguages(text));
  const candidates = spelling === 'exact' ? [] : correctable(text, prefixes, languages, notCorrected);
  if (candidates.length === 0 && prefixes.length === 0) return asTyped;
  const vocabulary = await readVocabulary();
  if (!vocabulary) return asTyped;
  const unknown = await corrected(index, candidates, vocabulary, {
    filter,
    dictionary,
    whole,
    knows,
    languages,
    isRead: read !== undefined,
  });
  if (prefixes.length > 0) await vocabulary.prepare?.();
  const completed = prefixes.map((prefix) => ({
    prefix,
    words: vocabulary.startingWith(prefix, MAX_COMPLETIONS),
  }));
  if (unknown.length === 0 && completed.length === 0) return asTyped;
  const replaced = unknown.flatMap(({ word, best, isSure }) => (best ? { word, best, isSure } : []));
  const entries = (all: typeof replaced) => all.map(({ word, best }) => [word, best] as const);
  const completions = completed.map(({ prefix, words }) => [`${prefix}*`, words[0]?.word ?? prefix] as const);
  const readings = readingsOf(withWords(text, new Map(completions)), unknown);
  return {
    text: withWords(text, new Map([...entries(replaced), ...completions])),
    ...(readings.length > 1 && { readings }),
    words: [
      ...otherWords(text, [...unknown.map(({ word }) => word), ...prefixes]),
      ...unknown.flatMap(({ likely }) =>
        likely.map(({ word, probability }) => ({ word, weight: CORRECTED_WEIGHT * probability })),
      ),
      ...completed.flatMap(({ words }) => byFrequency(words)),
    ],
    corrections: new Map(entries(replaced.filter(({ isSure }) => isSure))),
  };
}

/** The words that are unknown to both the texts and the model, with their corrections. */
async function corrected(
  index: SearchReader,
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  {
    filter,
    dictionary,
    whole,
    knows,
    languages,
    isRead,
  }: Omit<SpellingOptions, 'spelling' | 'vocabulary' | 'known'> & Foreign,
): Promise<(Token & Correction)[]> {
  const newToTexts = tokens.filter(({ word }) => !vocabulary.has(word));
  // Most searches end here.
  if (newToTexts.length === 0) return [];
  const known = await dictionary();
  const isRight = (word: string): boolean => vocabulary.has(word) || (known?.has(word) ?? false);
  const doubtful = newToTexts.filter(({ word }) => !isRight(word));
  const long = doubtful.flatMap(({ word }) => (word.length < MIN_PIECE_LETTERS ? [] : word));
  const pieces = long.length > 0 ? await whole(long) : new Set();
  const misspelt = doubtful.filter(({ word }) => !pieces.has(word)).slice(0, MAX_UNKNOWN);
  if (misspelt.length > 0) await vocabulary.prepare?.();
  const isForeign = languages.length > 0 && misspelt.length > 0;
  const meant = !isForeign
    ? vocabulary
    : isRead && known
      ? wordsOfDictionary(vocabulary, known)
      : wordsOf(languages, vocabulary, (await knows(languages)) ? null : known);
  const dictionaryOfQuery = isForeign && !isRead ? null : known;
  const unknown = misspelt
    .map((token, at) => ({
      ...token,
      ...correctionsOf(token.word, meant, dictionaryOfQuery, at < MAX_TWO_TYPOS ? 2 : 1),
    }))
    .filter(({ likely, best }) => likely.length > 0 || best !== null);
  return vocabulary.isPartial || vocabulary.isDated ? withoutKnown(index, unknown, filter) : unknown;
}

interface Foreign {
  /** Languages that the query may be in; none if it may be English. */
  languages: readonly string[];
  /** Whether the dictionary is that of the query's language. */
  isRead: boolean;
}

/** The library's words without English ones that the dictionary of another language lacks. */
const wordsOfDictionary = (vocabulary: Vocabulary, dictionary: Dictionary): Vocabulary => ({
  ...vocabulary,
  near: (word, typos) =>
    vocabulary
      .near(word, typos)
      .filter((near) => dictionary.has(near.word) || !isWordOf(near.word, [ENGLISH])),
});

function foreignLanguages(text: string): readonly string[] {
  const { languages } = languagesIn(text.replace(QUOTED, ' '));
  return languages.includes(ENGLISH) ? [] : languages;
}

/** The library's words without English ones: "unsre" is not "under". @param english the words of an English model */
function wordsOf(
  languages: readonly string[],
  vocabulary: Vocabulary,
  english: Dictionary | null,
): Vocabulary {
  const isEnglish = (word: string): boolean =>
    !isWordOf(word, languages) && (isWordOf(word, [ENGLISH]) || (english?.has(word) ?? false));
  return {
    ...vocabulary,
    near: (word, typos) => vocabulary.near(word, typos).filter((near) => !isEnglish(near.word)),
  };
}

/** A capital at the beginning of a sentence does not mark a name; phones add it too. */
const BEGINS_SENTENCE = /(?:^|[.!?:]\s)[^\p{L}\p{N}]*$/u;
/** Maximum length of what can stand between the end of a sentence and the next word. */
const BEFORE_WORD = 8;

/**
 * Returns a test for words written as names: capitalised inside a sentence, except in German and in text without
 * lower case.
 */
function nameTest(text: string): (token: Token) => boolean {
  if (!/\p{Ll}/u.test(text) || queryLanguage(text) === 'de') return () => false;
  return ({ start }) => {
    const before = text.slice(Math.max(0, start - BEFORE_WORD), start);
    return /\p{Lu}/u.test(text[start]!) && !BEGINS_SENTENCE.test(before);
  };
}

/**
 * Words of at least three letters, without digits, that are neither quoted nor written as names, nor common in a
 * language that the query may be in.
 */
function correctable(
  text: string,
  prefixes: readonly string[],
  languages: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Token[] {
  const quoted = new Set(
    [...text.matchAll(QUOTED)].flatMap((match) => tokenize(match[1]!)).map(({ word }) => word),
  );
  const byWord = new Map<string, Token>();
  const isName = nameTest(text);
  for (const token of tokenize(text))
    if (
      token.word.length >= MIN_LETTERS &&
      !HAS_NUMBER.test(token.word) &&
      !quoted.has(token.word) &&
      !known.has(token.word) &&
      !prefixes.includes(token.word) &&
      !isWordOf(token.word, languages) &&
      !isName(token)
    )
      byWord.set(token.word, token);
  return [...byWord.values()].slice(0, MAX_LOOKED_UP);
}

/** Drops words that occur in a text in which they would be found. */
async function withoutKnown<T extends Token>(
  index: SearchReader,
  tokens: readonly T[],
  { accountId, publishedOnly }: SearchFilter,
): Promise<T[]> {
  const filter = { accountId, publishedOnly };
  const headsWith = async (word: string): Promise<string[]> => {
    const hits = await index.keywordItems(word, filter, PROBED_TEXTS);
    const itemIds = hits.map(({ itemId }) => itemId);
    const items = await index.readItems(accountId, itemIds, { chunks: false });
    return items.map(({ title, description }) => `${title} ${description}`);
  };
  const textsWith = async (word: string): Promise<string[]> => {
    const chunks = index.keywordChunks(word, filter, PROBED_TEXTS);
    const [hits, heads] = await Promise.all([chunks, headsWith(word)]);
    return [...hits.map(({ text }) => text), ...heads];
  };
  const found = await Promise.all(tokens.map(({ word }) => textsWith(word)));
  return tokens.filter(
    ({ word }, at) => !found[at]!.some((text) => tokenize(text).some((token) => token.word === word)),
  );
}

/** The searched words of the text except these. */
function otherWords(text: string, words: readonly string[]): WeightedWord[] {
  return searchedTerms(text).filter(({ word }) => !words.includes(word));
}

/** Weights words by frequency, because rare words would otherwise count most. */
function byFrequency(words: readonly KnownWord[]): WeightedWord[] {
  const most = words[0]?.count ?? 1;
  return words.map(({ word, count }) => ({ word, weight: Math.sqrt(count / most) }));
}
