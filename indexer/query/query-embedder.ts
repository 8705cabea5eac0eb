/** Embeds queries, and determines once the background of the model and which languages it knows. */
import { meanVector } from '../embedding/vectors.js';
import { knowsLanguage } from '../embedding/model-languages.js';
import { EmbedderUnavailableError, type Embedder } from '../ports.js';
import { createDictionary, type Dictionary } from '../spelling/dictionary.js';
import type { Reading } from './readings.js';
import { measureBackground, type Background } from '../embedding/background.js';

export interface Meaning {
  vector: Float32Array;
  background: Background;
  embedMs: number;
}

export interface QueryEmbedder {
  /** Null while the embedder is unavailable. */
  embed(text: string): Promise<Meaning | null>;
  /** The weighted mean of the readings' meanings; null while the embedder is unavailable. */
  embedAll(readings: readonly Reading[]): Promise<Meaning | null>;
  /** Whether the model knows any of the languages; false while the embedder is unavailable. */
  knows(languages: readonly string[]): Promise<boolean>;
  /** The words that the model knows; null while the embedder is unavailable, or if it cannot tell. */
  dictionary(): Promise<Dictionary | null>;
  /** The words that are single pieces in the model's vocabulary. */
  whole(words: readonly string[]): Promise<Set<string>>;
}

export function createQueryEmbedder(embedder: Embedder): QueryEmbedder {
  const background = once(() => measureBackground(embedder));
  const dictionary = once(async () => {
    const words = (await embedder.vocabulary?.()) ?? [];
    return words.length > 0 ? createDictionary(words) : null;
  });
  const known = new Map<string, () => Promise<boolean>>();
  const knows = (language: string): Promise<boolean> => {
    const measured = known.get(language) ?? once(() => knowsLanguage(embedder, language));
    known.set(language, measured);
    return measured();
  };
  const embedAll = (readings: readonly Reading[]): Promise<Meaning | null> =>
    nullIfUnavailable(async () => {
      const started = performance.now();
      const [measured, ...vectors] = await Promise.all([
        background(),
        ...readings.map(({ text }) => embedder.embedQuery(text)),
      ]);
      const weights = readings.map(({ weight }) => weight);
      const vector = vectors.length === 1 ? vectors[0]! : meanVector(vectors, weights);
      return { vector, background: measured, embedMs: performance.now() - started };
    });
  return {
    embed: (text) => embedAll([{ text, weight: 1 }]),
    embedAll,
    dictionary: () => nullIfUnavailable(dictionary),
    whole: async (words) => {
      const pieces = await nullIfUnavailable(async () => (await embedder.countPieces?.(words)) ?? []);
      return new Set(words.filter((_word, at) => pieces?.[at] === 1));
    },
    knows: async (languages) => {
      const all = await nullIfUnavailable(() => Promise.all(languages.map(knows)));
      return all?.includes(true) ?? false;
    },
  };
}

/** Caches the first result; retries after a failure. */
function once<T>(measure: () => Promise<T>): () => Promise<T> {
  let measured: Promise<T> | undefined;
  return () =>
    (measured ??= measure().catch((error: unknown) => {
      measured = undefined;
      throw error;
    }));
}

async function nullIfUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EmbedderUnavailableError) return null;
    throw error;
  }
}
