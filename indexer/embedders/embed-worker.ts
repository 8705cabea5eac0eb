/** The worker thread that holds the model: texts in, one buffer of vectors out. */
import { parentPort, workerData } from 'node:worker_threads';
import { AutoModel, AutoTokenizer, env, type Tensor } from '@huggingface/transformers';
import type { Pooling } from './model-defaults.js';
import { normalize, pool } from './pooling.js';

export interface WorkerOptions {
  /** Folder that holds the model's folder; with `name` the model's place. */
  localModelPath: string;
  name: string;
  /** Where models of the hub are kept; null forbids the network. */
  cacheDir: string | null;
  dtype: string;
  pooling: Pooling;
  normalize: boolean;
  threads: number;
}

export interface EmbedRequest {
  id: number;
  texts: string[];
  /** What is wanted of each text: its vector, or the number of pieces of the vocabulary that it takes. */
  want: 'vectors' | 'pieces';
}

export type WorkerMessage =
  /** `textMs`: what one passage takes, roughly. */
  | { kind: 'ready'; dimensions: number; textMs: number }
  | { kind: 'answered'; id: number; numbers: Float32Array }
  | { kind: 'failed'; id: number | null; message: string };

/** Passages of usual length, to see how quick the model is. */
const SAMPLE = Array.from({ length: 4 }, () => 'a passage of usual length '.repeat(24));

const options = workerData as WorkerOptions;
const port = parentPort;
if (!port) throw new Error('embed-worker runs as a worker thread');

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
    if (!hidden) throw new Error(`the model gives ${Object.keys(output).join(', ')}, not last_hidden_state`);
    const [count = 0, tokens = 0, dimensions = 0] = hidden.dims;
    const mask = inputs.attention_mask.data as unknown as ArrayLike<bigint>;
    return finish(
      pool(hidden.data as Float32Array, mask, [count, tokens, dimensions], options.pooling),
      dimensions,
    );
  };
  return { embed, pieces };
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
  const { embed, pieces } = await load();
  const { dimensions } = await embed(['ready']);
  const began = performance.now();
  await embed(SAMPLE);
  send({ kind: 'ready', dimensions, textMs: (performance.now() - began) / SAMPLE.length });
  const answer = async ({ texts, want }: EmbedRequest): Promise<Float32Array> =>
    want === 'pieces' ? pieces(texts) : (await embed(texts)).vectors;
  port.on('message', (request: EmbedRequest) => {
    const { id } = request;
    answer(request).then(
      (numbers) => send({ kind: 'answered', id, numbers }, [numbers.buffer as ArrayBuffer]),
      (error: unknown) => send({ kind: 'failed', id, message: messageOf(error) }),
    );
  });
} catch (error) {
  const said = messageOf(error);
  const why = said.includes('Protobuf parsing failed') ? `${said} The file is cut short or broken.` : said;
  send({ kind: 'failed', id: null, message: why });
}
