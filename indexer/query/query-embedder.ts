/** Embeds queries, and determines once what the model gives to unrelated texts, and which languages it knows. */
import { meanVector } from '../embedding/vectors.js';
import { knowsLanguage } from '../embedding/model-languages.js';
import { complete, EmbedderUnavailableError, type Embedder, type TranslatedWord } from '../ports.js';
import { ENGLISH } from '../text/language.js';
import { createTranslatedWords, type TranslatedWords } from '../embedding/word-lists.js';
import { createDictionary, type Dictionary } from '../spelling/dictionary.js';
import type { Reading } from './readings.js';
import { measureBackground, type Background } from '../embedding/background.js';

export interface Meaning {
  vector: Float32Array;
  background: Background;
  embedMs: number;
}

export interface QueryEmbedder {
  /** @param language of the text, ISO 639-1. @returns null while the embedder is unavailable */
  embed(text: string, language: string): Promise<Meaning | null>;
  /**
   * The weighted mean of the readings' meanings; null while the embedder is unavailable.
   * @param language of the query, ISO 639-1
   */
  embedAll(readings: readonly Reading[], language: string): Promise<Meaning | null>;
  /** Whether the model knows any of the languages; false while the embedder is unavailable. */
  knows(languages: readonly string[]): Promise<boolean>;
  /** The words of a language that the model knows; null while the embedder is unavailable, or if it cannot tell. */
  dictionary(language: string): Promise<Dictionary | null>;
  /** The words that are single pieces in the model's vocabulary. */
  whole(words: readonly string[], language?: string): Promise<Set<string>>;
  /** Languages besides English that have a table; none while the embedder is unavailable. */
  languages(): Promise<readonly string[]>;
  /** By word: the nearest English words; none while the embedder is unavailable. */
  english(words: readonly string[], language: string): Promise<TranslatedWord[][]>;
  /** By English word: words of the language; none while the embedder is unavailable. */
  fromEnglish(words: readonly string[], language: string): Promise<TranslatedWord[][]>;
}

const NO_WORDS = createTranslatedWords(null);

export function createQueryEmbedder(model: Embedder): QueryEmbedder {
  const embedder = complete(model);
  const background = oncePer((language) => measureBackground(embedder, language));
  const dictionary = oncePer(async (language) => {
    const words = await embedder.vocabulary(language);
    return words.length > 0 ? createDictionary(words) : null;
  });
  const knows = oncePer((language) => knowsLanguage(embedder, language));
  const languages = oncePer(() => embedder.languages());
  const list = oncePer(async (language) => createTranslatedWords(await embedder.wordList(language)));
  const listOf = async (language: string): Promise<TranslatedWords> =>
    (await nullIfUnavailable(() => list(language))) ?? NO_WORDS;
  const embedAll = (readings: readonly Reading[], language: string): Promise<Meaning | null> =>
    nullIfUnavailable(async () => {
      const started = performance.now();
      const [measured, ...vectors] = await Promise.all([
        background(language),
        ...readings.map((reading) => embedder.embedQuery(reading.text, reading.language ?? language)),
      ]);
      const weights = readings.map(({ weight }) => weight);
      const vector = vectors.length === 1 ? vectors[0]! : meanVector(vectors, weights);
      return { vector, background: measured, embedMs: performance.now() - started };
    });
  return {
    embed: (text, language) => embedAll([{ text, weight: 1 }], language),
    embedAll,
    dictionary: (language) => nullIfUnavailable(() => dictionary(language)),
    whole: async (words, language) => {
      const pieces = await nullIfUnavailable(() => embedder.countPieces(words, language));
      return new Set(words.filter((_word, at) => pieces?.[at] === 1));
    },
    languages: async () => (await nullIfUnavailable(() => languages(ENGLISH))) ?? [],
    english: async (words, language) => (await listOf(language)).english(words),
    fromEnglish: async (words, language) => (await listOf(language)).fromEnglish(words),
    knows: async (languages) => {
      const all = await nullIfUnavailable(() => Promise.all(languages.map(knows)));
      return all?.includes(true) ?? false;
    },
  };
}

/** Caches the first result for each language; retries after a failure. */
function oncePer<T>(measure: (language: string) => Promise<T>): (language: string) => Promise<T> {
  const measured = new Map<string, Promise<T>>();
  return (language) => {
    let result = measured.get(language);
    if (!result) {
      result = measure(language).catch((error: unknown) => {
        measured.delete(language);
        throw error;
      });
      measured.set(language, result);
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
