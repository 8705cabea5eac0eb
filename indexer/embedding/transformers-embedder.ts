/**
 * An embedder based on @huggingface/transformers. The model runs in a worker thread; queries take priority over
 * documents.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { EmbedderUnavailableError, type Embedder, type WordList } from '../ports.js';
import { createWorker, WorkerError } from '../../workers/index.js';
import type { EmbedCalls, ModelOptions } from './embed-worker.js';
import { modelUse, type ModelUse } from './model-defaults.js';
import { listedWords, readWordList, WORD_LIST } from './word-lists.js';
import { modelIdOf, placeModel } from './model-files.js';
import { primarySubtag } from '../text/language.js';

export interface TransformersOptions extends Partial<ModelUse> {
  /** Folder of the model or its hub id. */
  model: string;
  /**
   * Folder names of tables for other languages, beside the model's folder, by ISO 639-1 code. Their vectors must be
   * comparable with the model's.
   */
  tables?: Readonly<Record<string, string>>;
  /** Cache for models from the hub. */
  cacheDir: string;
  /** Weights to use, e.g. `q8`; defaults to those in the folder. */
  dtype?: string;
}

/** Maximum number of texts per batch: 64 are no faster, and need 75 MiB instead of 20, which the runtime keeps. */
const MAX_BATCH_TEXTS = 16;
/** Batches sent at once: while the thread computes one, the next is there, however busy this thread is. */
const BATCHES_IN_THREAD = 8;
/** Size of V8's young generation in MiB. The default, 48, adds 20 MiB to the thread without making it faster. */
const YOUNG_MB = 8;
/** A batch in progress is finished: the runtime crashes if it is ended in the middle of one. */
const FINISH_MS = 60_000;
/** A query waits for at most one batch, so slow models get batches of about this duration. */
const BATCH_MS = 50;

/**
 * Loads the model.
 * @throws {EmbedderUnavailableError} naming the file that is missing or broken
 */
export const createTransformersEmbedder = async (options: TransformersOptions): Promise<Embedder> => {
  const { model, cacheDir, dtype, tables = {}, ...overrides } = options;
  const place = placeModel(model, dtype);
  const use = modelUse(place.name, overrides);
  const data: ModelOptions = {
    localModelPath: place.localModelPath,
    name: place.name,
    cacheDir: place.remote ? cacheDir : null,
    dtype: place.dtype,
    tables,
    pooling: use.pooling,
    normalize: use.normalize,
    // Leaves one core free for requests.
    threads: Math.max(1, availableParallelism() - 1),
  };
  const worker = createWorker<EmbedCalls>({
    name: `The embedding model ${place.name}`,
    entry: './embed-worker',
    importer: import.meta.url,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    data,
    finishMs: FINISH_MS,
  });
  const call: typeof worker.call = (...args) =>
    worker.call(...args).catch((error: unknown) => {
      throw unavailable(place.name, error);
    });
  const { dimensions, textMs } = await call('describe');
  const batchTexts = Math.min(MAX_BATCH_TEXTS, Math.max(1, Math.floor(BATCH_MS / textMs)));
  const inThread = pLimit(BATCHES_IN_THREAD);
  const lists = new Map<string, WordList>();
  const tableOf = (language: string | null | undefined): string | undefined => {
    const code = primarySubtag(language);
    return code !== undefined && Object.hasOwn(tables, code) ? code : undefined;
  };
  const listOf = (table: string): WordList => {
    const list = lists.get(table) ?? readWordList(join(place.localModelPath, tables[table]!, WORD_LIST));
    lists.set(table, list);
    return list;
  };
  return {
    modelId: modelIdOf(place, use),
    dimensions,
    languages: () => Promise.resolve(Object.keys(tables)),
    embedDocuments: async (texts, languages = []) => {
      const prefixed = texts.map((text) => use.passagePrefix + text);
      const inTable = texts.map((_text, at) => tableOf(languages[at]));
      const tableAt = (at: number): string => inTable[at] ?? '';
      // Texts of similar length together, to save padding.
      const order = [...prefixed.keys()].sort(
        (a, b) => tableAt(a).localeCompare(tableAt(b)) || prefixed[a]!.length - prefixed[b]!.length || a - b,
      );
      const vectors: Float32Array[] = new Array<Float32Array>(texts.length);
      const embedded: Promise<void>[] = [];
      for (let from = 0; from < order.length;) {
        const table = inTable[order[from]!];
        const batch = order.slice(from, from + batchTexts);
        const places = batch.filter((at) => inTable[at] === table);
        from += places.length;
        const filled = async (): Promise<void> => {
          const all = await call(
            'ofDocuments',
            places.map((i) => prefixed[i]!),
            table,
          );
          places.forEach((i, n) => (vectors[i] = all.subarray(n * dimensions, (n + 1) * dimensions)));
        };
        embedded.push(inThread(filled));
      }
      await Promise.all(embedded);
      return vectors;
    },
    embedQuery: (text, language) => call('ofQuery', use.queryPrefix + text, tableOf(language)),
    vocabulary: async (language) => {
      const table = tableOf(language);
      const words = await call('words', table);
      // A piece with English words is a word, not only the beginning of one.
      return table === undefined ? words : listedWords(listOf(table), words);
    },
    countPieces: async (words, language) => [...(await call('pieces', words, tableOf(language)))],
    wordList: (language) =>
      new Promise((resolve) => {
        const table = tableOf(language);
        resolve(table === undefined ? null : listOf(table));
      }),
    close: worker.close,
  };
};

/** What went wrong with the model, as callers know it. */
const unavailable = (name: string, error: unknown): EmbedderUnavailableError => {
  const { message, cause } = error as Error;
  if (!(error instanceof WorkerError))
    return new EmbedderUnavailableError(`The embedding model failed: ${message}`);
  if (error.reason !== 'start') return new EmbedderUnavailableError(message);
  return new EmbedderUnavailableError(
    `The embedding model ${name} cannot be loaded: ${(cause as Error).message}`,
  );
};
