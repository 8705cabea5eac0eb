/** Embeds queries, and determines once what the model gives to unrelated texts, and which languages it knows. */
import { LRUCache } from 'lru-cache';
import { meanVector } from '../embedding/vectors.js';
import { knowsLanguage } from '../embedding/model-languages.js';
import { complete, EmbedderUnavailableError, type Embedder, type TranslatedWord } from '../ports.js';
import { lowerCaseWords } from '../text/analyze.js';
import { otherSpelling, respellable } from '../text/english-spellings.js';
import { ENGLISH } from '../text/language.js';
import { replaceWords } from './syntax.js';
import { createTranslatedWords, type TranslatedWords } from '../embedding/word-lists.js';
import { createDictionary, type Dictionary } from '../spelling/dictionary.js';
import { measureBackground, scaleFrom, type Background, type Scale } from '../embedding/background.js';
import { measureContrast } from '../embedding/contrast.js';

/** A text that is embedded, and what its vector weighs in that of the query. */
export interface WeightedText {
  text: string;
  /** ISO 639-1; that of the query if absent. */
  language?: string;
  weight: number;
}

export interface QueryEmbedding {
  vector: Float32Array;
  background: Background;
  /** From `Contrast`. */
  contrast: number;
  embedMs: number;
}

export interface QueryEmbedder {
  /**
   * The weighted mean of the texts' vectors; null while the embedder is unavailable.
   * @param language of the query, ISO 639-1
   */
  embed(texts: readonly WeightedText[], language: string): Promise<QueryEmbedding | null>;
  /** Whether the model knows any of the languages; false while the embedder is unavailable. */
  knows(languages: readonly string[]): Promise<boolean>;
  /** The words of a language that the model knows; null while the embedder is unavailable, or if it cannot tell. */
  dictionary(language: string): Promise<Dictionary | null>;
  /** The words that are single pieces in the model's vocabulary. */
  whole(words: readonly string[], language?: string): Promise<Set<string>>;
  /** Languages besides English that have a table; none while the embedder is unavailable. */
  languages(): Promise<readonly string[]>;
  /** The words that the table of the language has; none while the embedder is unavailable. */
  listed(words: readonly string[], language: string): Promise<Set<string>>;
  /** By word: the nearest English words; none while the embedder is unavailable. */
  english(words: readonly string[], language: string): Promise<TranslatedWord[][]>;
  /** By English word: words of the language; none while the embedder is unavailable. */
  fromEnglish(words: readonly string[], language: string): Promise<TranslatedWord[][]>;
  /**
   * By language of passages: turns the cosine of a query with one of them into that of an English passage which is as
   * many spreads above the background. Empty while the embedder is unavailable.
   * @param language of the query, ISO 639-1
   */
  scales(language: string, ofPassages: readonly string[]): Promise<ReadonlyMap<string, Scale>>;
}

const NO_WORDS = createTranslatedWords(null);
/** Cached words: counting the pieces of one costs a message to the model's thread. */
const CACHED_WORDS = 10_000;

export function createQueryEmbedder(model: Embedder): QueryEmbedder {
  const embedder = complete(model);
  const background = oncePer((language: string, ofPassages: string) =>
    measureBackground(embedder, language, ofPassages),
  );
  const contrast = oncePer((language: string) => measureContrast(embedder, language));
  const dictionary = oncePer(async (language: string) => {
    const words = await embedder.vocabulary(language);
    return words.length > 0 ? createDictionary(words) : null;
  });
  const knows = oncePer((language: string) => knowsLanguage(embedder, language));
  const languages = oncePer(() => embedder.languages());
  const arePieces = new LRUCache<string, boolean>({ max: CACHED_WORDS });
  const list = oncePer(async (language: string) => createTranslatedWords(await embedder.wordList(language)));
  const listOf = async (language: string): Promise<TranslatedWords> =>
    (await nullIfUnavailable(() => list(language))) ?? NO_WORDS;
  const whole = async (words: readonly string[], language?: string): Promise<Set<string>> => {
    const keyOf = (word: string): string => `${language ?? ENGLISH} ${word}`;
    const unknown = words.filter((word) => !arePieces.has(keyOf(word)));
    const counts =
      unknown.length > 0 && (await nullIfUnavailable(() => embedder.countPieces(unknown, language)));
    if (counts) for (const [at, word] of unknown.entries()) arePieces.set(keyOf(word), counts[at] === 1);
    return new Set(words.filter((word) => arePieces.get(keyOf(word))));
  };
  const embedIn = async (text: string, language: string): Promise<Float32Array> => {
    const texts = language === ENGLISH ? await knownSpellings(text, whole) : [text];
    const vectors = await Promise.all(texts.map((spelling) => embedder.embedQuery(spelling, language)));
    return vectors.length === 1 ? vectors[0]! : meanVector(vectors);
  };
  const english = async (words: readonly string[], language: string): Promise<TranslatedWord[][]> =>
    (await listOf(language)).english(words);
  return {
    embed: (texts, language) =>
      nullIfUnavailable(async () => {
        const started = performance.now();
        const [measured, contrastOf, ...vectors] = await Promise.all([
          background(language, ENGLISH),
          contrast(language),
          ...texts.map((weighted) => embedIn(weighted.text, weighted.language ?? language)),
        ]);
        const weights = texts.map(({ weight }) => weight);
        const vector = vectors.length === 1 ? vectors[0]! : meanVector(vectors, weights);
        const embedMs = performance.now() - started;
        return { vector, background: measured, contrast: contrastOf(vector), embedMs };
      }),
    dictionary: (language) => nullIfUnavailable(() => dictionary(language)),
    whole,
    languages: async () => (await nullIfUnavailable(languages)) ?? [],
    listed: async (words, language) => {
      const found = await english(words, language);
      return new Set(words.filter((_, at) => found[at]!.length > 0));
    },
    english,
    fromEnglish: async (words, language) => (await listOf(language)).fromEnglish(words),
    scales: async (language, ofPassages) => {
      const scales = await nullIfUnavailable(async () => {
        const inEnglish = await background(language, ENGLISH);
        const inOthers = await Promise.all(ofPassages.map((passages) => background(language, passages)));
        return inOthers.map((inOther) => scaleFrom(inOther, inEnglish));
      });
      return new Map(scales?.map((scale, at) => [ofPassages[at]!, scale]));
    },
    knows: async (languages) => {
      const all = await nullIfUnavailable(() => Promise.all(languages.map(knows)));
      return all?.includes(true) ?? false;
    },
  };
}

/** Caches the first result for each language, or pair of languages; retries after a failure. */
function oncePer<Languages extends string[], T>(
  measure: (...languages: Languages) => Promise<T>,
): (...languages: Languages) => Promise<T> {
  const measured = new Map<string, Promise<T>>();
  return (...languages) => {
    const key = languages.join(' ');
    let result = measured.get(key);
    if (!result) {
      result = measure(...languages).catch((error: unknown) => {
        measured.delete(key);
        throw error;
      });
      measured.set(key, result);
    }
    return result;
  };
}

async function nullIfUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EmbedderUnavailableError) return null;
    throw error;
  }
}

/**
 * The text with each word in the spelling that the model knows as one word, and in the other one if it knows both: their
 * vectors are those of different words.
 * @param whole returns those of the words that the model knows as one
 */
async function knownSpellings(
  text: string,
  whole: (words: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const words = respellable(lowerCaseWords(text));
  if (words.length === 0) return [text];
  const known = await whole([...words, ...words.map(otherSpelling)]);
  const others = words.filter((word) => known.has(otherSpelling(word)));
  const respelled = (replaced: readonly string[]): string =>
    replaceWords(text, new Map(replaced.map((word) => [word, otherSpelling(word)])));
  return [...new Set([respelled(others.filter((word) => !known.has(word))), respelled(others)])];
}
