/**
 * The worker thread that runs the model: texts in, one buffer of vectors out. Calls run one at a time, those of
 * queries before those of documents.
 */
import { setImmediate } from 'node:timers/promises';
import { AutoModel, AutoTokenizer, env, type Tensor } from '@huggingface/transformers';
import { transfer, serve } from '../../workers/index.js';
import type { Pooling } from './model-defaults.js';
import { completeWords, wordPieces } from './whole-words.js';

export interface ModelOptions {
  /** Parent of the model's folder; `name` is the folder's name. */
  localModelPath: string;
  name: string;
  /** Cache for models from the hub; null forbids network access. */
  cacheDir: string | null;
  dtype: string;
  /** Names of the folders of further tables, beside the model's, by ISO 639-1 code. */
  tables: Readonly<Record<string, string>>;
  pooling: Pooling;
  normalize: boolean;
  threads: number;
}

export interface EmbedCalls {
  /** `textMs`: rough time per chunk. */
  describe(): { dimensions: number; textMs: number };
  /** The vectors of the texts, one after the other. @param language of `tables`; of the model if absent */
  ofDocuments(texts: readonly string[], language?: string): Promise<Float32Array>;
  ofQuery(text: string, language?: string): Promise<Float32Array>;
  /** The number of vocabulary pieces of each word of a query. */
  pieces(words: readonly string[], language?: string): Promise<Float32Array>;
  /** The words of the model's vocabulary, or those of the language's table with beginnings of words. */
  words(language?: string): Promise<string[]>;
}

/** Texts of typical length, to measure the model's speed. */
const SAMPLE = Array.from({ length: 4 }, () => 'a passage of usual length '.repeat(24));

interface Table {
  embed(texts: readonly string[]): Promise<{ vectors: Float32Array; dimensions: number }>;
  pieces(word: string): number;
  vocabulary(): Map<string, number>;
}

const loadTable = async (options: ModelOptions, name: string): Promise<Table> => {
  const tokenizer = await AutoTokenizer.from_pretrained(name);
  const model = await AutoModel.from_pretrained(name, {
    dtype: options.dtype as 'fp32',
    session_options: { intraOpNumThreads: options.threads, interOpNumThreads: 1 },
  });
  const embed = async (texts: readonly string[]): Promise<{ vectors: Float32Array; dimensions: number }> => {
    const inputs = tokenizer([...texts], { padding: true, truncation: true }) as {
      attention_mask: Tensor;
    };
    const output = (await model(inputs)) as Record<string, Tensor | undefined>;
    const pooled = output.sentence_embedding;
    if (pooled) return finish(new Float32Array(pooled.data as Float32Array), pooled.dims.at(-1) ?? 0);
    const hidden = output.last_hidden_state ?? output.token_embeddings;
    if (!hidden)
      throw new Error(`the model returns ${Object.keys(output).join(', ')}, but not last_hidden_state`);
    const [count = 0, tokens = 0, dimensions = 0] = hidden.dims;
    const mask = inputs.attention_mask.data as unknown as ArrayLike<bigint>;
    return finish(
      pool(hidden.data as Float32Array, mask, [count, tokens, dimensions], options.pooling),
      dimensions,
    );
  };
  const finish = (vectors: Float32Array, dimensions: number) => ({
    vectors: options.normalize ? normalize(vectors, dimensions) : vectors,
    dimensions,
  });
  return {
    embed,
    pieces: (word) => tokenizer.tokenize(word).length,
    vocabulary: () => tokenizer.get_vocab(),
  };
};

const load = async (options: ModelOptions): Promise<EmbedCalls> => {
  env.localModelPath = options.localModelPath;
  env.allowRemoteModels = options.cacheDir !== null;
  if (options.cacheDir) env.cacheDir = options.cacheDir;
  const model = await loadTable(options, options.name);
  const { dimensions } = await model.embed(['ready']);
  const began = performance.now();
  await model.embed(SAMPLE);
  const textMs = (performance.now() - began) / SAMPLE.length;
  const tables = new Map<string, Promise<Table>>();
  /** Loads the table of a language when first needed, and again after a failure. */
  const tableOf = async (language?: string): Promise<Table> => {
    const name = language && options.tables[language];
    if (!name) return model;
    const loading = tables.get(name) ?? loadTable(options, name);
    tables.set(name, loading);
    return loading.catch((error: unknown) => {
      tables.delete(name);
      throw error;
    });
  };
  const vectorsOf = async (texts: readonly string[], language?: string): Promise<Float32Array> => {
    const { vectors } = await (await tableOf(language)).embed(texts);
    return transfer(vectors, [vectors]);
  };
  const turns = createTurns();
  return {
    describe: () => ({ dimensions, textMs }),
    ofDocuments: (texts, language) => turns.ofDocuments(() => vectorsOf(texts, language)),
    ofQuery: (text, language) => turns.ofQuery(() => vectorsOf([text], language)),
    pieces: (words, language) =>
      turns.ofQuery(async () => {
        const table = await tableOf(language);
        return Float32Array.from(words, table.pieces);
      }),
    words: async (language) => {
      const vocabulary = (await tableOf(language)).vocabulary();
      return language === undefined ? completeWords(vocabulary) : wordPieces(vocabulary);
    },
  };
};

const createTurns = () => {
  type Queue = (() => Promise<void>)[];
  const queries: Queue = [];
  const documents: Queue = [];
  let isBusy = false;

  const runAll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let next; (next = queries.shift() ?? documents.shift());) {
      await next();
      // Receives the queries that were sent in the meantime.
      await setImmediate();
    }
    isBusy = false;
  };
  const submit = <T>(queue: Queue, work: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(() => Promise.resolve().then(work).then(resolve, reject));
      void runAll();
    });
  return {
    ofQuery: <T>(work: () => T | Promise<T>) => submit(queries, work),
    ofDocuments: <T>(work: () => T | Promise<T>) => submit(documents, work),
  };
};

serve((options: ModelOptions) =>
  load(options).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    // The runtime's errors have no code.
    const hint = message.includes('Protobuf parsing failed') ? ' The file is truncated or corrupt.' : '';
    throw new Error(message + hint);
  }),
);

/**
 * Mean or CLS pooling of token vectors under the attention mask.
 * @param hidden [texts, tokens, dimensions]
 * @param mask [texts, tokens], 1 for a token, 0 for padding
 * @returns [texts, dimensions]
 */
const pool = (
  hidden: Float32Array,
  mask: ArrayLike<number | bigint>,
  [texts, tokens, dimensions]: readonly [number, number, number],
  pooling: Pooling,
): Float32Array => {
  const out = new Float32Array(texts * dimensions);
  for (let text = 0; text < texts; text++) {
    const places: number[] = [];
    for (let token = 0; token < tokens; token++) if (Number(mask[text * tokens + token])) places.push(token);
    const used = pooling === 'mean' ? places : pooling === 'cls' ? places.slice(0, 1) : places.slice(-1);
    for (const token of used) {
      const from = (text * tokens + token) * dimensions;
      for (let d = 0; d < dimensions; d++) out[text * dimensions + d]! += hidden[from + d]! / used.length;
    }
  }
  return out;
};

/** Scales each vector to unit length, in place; zero vectors stay as they are. */
const normalize = (vectors: Float32Array, dimensions: number): Float32Array => {
  for (let start = 0; start < vectors.length; start += dimensions) {
    let squares = 0;
    for (let d = start; d < start + dimensions; d++) squares += vectors[d]! * vectors[d]!;
    if (squares === 0) continue;
    const scale = 1 / Math.sqrt(squares);
    for (let d = start; d < start + dimensions; d++) vectors[d]! *= scale;
  }
  return vectors;
};
