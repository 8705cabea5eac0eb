/** Groups queries by what they ask for, with the model that searches use. */
import { LRUCache } from 'lru-cache';
import {
  EmbedderUnavailableError,
  groupQueries,
  measureBackground,
  type Background,
  type Embedder,
} from '../../../indexer/index.js';
import type { EmbedderProvider } from '../indexing/embedder-provider.js';

/** Texts embedded at once, between which searches are answered. */
const BATCH = 32;
/** Some 8 MB. */
const MAX_VECTORS = 5_000;

/** While there is no model, by words alone. */
export const createQueryGroups = (provider: EmbedderProvider) => {
  const vectors = new LRUCache<string, Float32Array>({ max: MAX_VECTORS });
  const backgrounds = new WeakMap<Embedder, Background>();

  const embed = async (embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> => {
    const keyOf = (text: string): string => `${embedder.modelId}\n${text}`;
    const found = new Map(texts.map((text) => [text, vectors.get(keyOf(text))]));
    const missing = [...found].flatMap(([text, vector]) => (vector ? [] : text));
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH);
      for (const [at, vector] of (await embedder.embedDocuments(batch)).entries()) {
        vectors.set(keyOf(batch[at]!), vector);
        found.set(batch[at]!, vector);
      }
    }
    return texts.map((text) => found.get(text)!);
  };

  const meaningOf = async (texts: readonly string[]) => {
    const embedder = await provider.get();
    const background = backgrounds.get(embedder) ?? (await measureBackground(embedder));
    backgrounds.set(embedder, background);
    return { vectors: await embed(embedder, texts), background };
  };

  return async (queries: readonly string[], names: readonly string[]): Promise<number[][]> => {
    const meaning = await meaningOf(queries).catch((error: unknown) => {
      if (error instanceof EmbedderUnavailableError) return null;
      throw error;
    });
    return groupQueries(queries, names, meaning);
  };
};
