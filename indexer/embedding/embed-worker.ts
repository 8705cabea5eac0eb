/** The worker thread that runs the embedding model: receives texts, returns one buffer of vectors. */
import { parentPort, workerData } from 'node:worker_threads';
import { AutoModel, AutoTokenizer, env, type Tensor } from '@huggingface/transformers';
import type { Pooling } from './model-defaults.js';
import { normalize, pool } from './pooling.js';
import { wholeWords } from './whole-words.js';

export interface WorkerOptions {
  /** Parent of the model's folder; `name` is the folder's name. */
  localModelPath: string;
  name: string;
  /** Cache for models from the hub; null forbids network access. */
  cacheDir: string | null;
  dtype: string;
  pooling: Pooling;
  normalize: boolean;
  threads: number;
}

export interface EmbedRequest {
  id: number;
  texts: string[];
  /** Whether to return each text's vector or its number of vocabulary pieces. */
  output: 'vectors' | 'pieces';
}

export type WorkerMessage =
  /** `textMs`: rough time per chunk. */
  | { kind: 'ready'; dimensions: number; textMs: number; words: string[] }
  | { kind: 'done'; id: number; numbers: Float32Array }
  | { kind: 'failed'; id: number | null; message: string };

/** Texts of typical length, to measure the model's speed. */
const SAMPLE = Array.from({ length: 4 }, () => 'a passage of usual length '.repeat(24));

const options = workerData as WorkerOptions;
const port = parentPort;
if (!port) throw new Error('embed-worker must run as a worker thread');

env.localModelPath = options.localModelPath;
env.allowRemoteModels = options.cacheDir !== null;
if (options.cacheDir) env.cacheDir = options.cacheDir;

const load = async () => {
  const tokenizer = await AutoTokenizer.from_pretrained(options.name);
  const model = await AutoModel.from_pretrained(options.name, {
    dtype: options.dtype as 'fp32',
    session_options: { intraOpNumThreads: options.threads, interOpNumThreads: 1 },
  });
  const pieces = (texts: string[]): Float32Array =>
    Float32Array.from(texts, (text) => tokenizer.tokenize(text).length);
  const embed = async (texts: string[]): Promise<{ vectors: Float32Array; dimensions: number }> => {
    const inputs = tokenizer(texts, { padding: true, truncation: true }) as {
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
  return { embed, pieces, words: wholeWords(tokenizer.get_vocab()) };
};

const finish = (
  vectors: Float32Array,
  dimensions: number,
): { vectors: Float32Array; dimensions: number } => ({
  vectors: options.normalize ? normalize(vectors, dimensions) : vectors,
  dimensions,
});

const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

try {
  const { embed, pieces, words } = await load();
  const { dimensions } = await embed(['ready']);
  const began = performance.now();
  await embed(SAMPLE);
  send({ kind: 'ready', dimensions, textMs: (performance.now() - began) / SAMPLE.length, words });
  const run = async ({ texts, output }: EmbedRequest): Promise<Float32Array> =>
    output === 'pieces' ? pieces(texts) : (await embed(texts)).vectors;
  port.on('message', (request: EmbedRequest) => {
    const { id } = request;
    run(request).then(
      (numbers) => send({ kind: 'done', id, numbers }, [numbers.buffer as ArrayBuffer]),
      (error: unknown) => send({ kind: 'failed', id, message: messageOf(error) }),
    );
  });
} catch (error) {
  const message = messageOf(error);
  // The runtime's errors have no code.
  const hint = message.includes('Protobuf parsing failed') ? ' The file is truncated or corrupt.' : '';
  send({ kind: 'failed', id: null, message: message + hint });
}
