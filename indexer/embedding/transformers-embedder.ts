/**
 * An embedder based on @huggingface/transformers. The model runs in a worker thread; queries take priority over
 * documents.
 */
import { availableParallelism } from 'node:os';
import { EmbedderUnavailableError, type Embedder } from '../ports.js';
import type { EmbedRequest, WorkerMessage, WorkerOptions } from './embed-worker.js';
import { modelUse, type ModelUse } from './model-defaults.js';
import { modelIdOf, placeModel } from './model-files.js';
import { newWorker } from './new-worker.js';

export interface TransformersOptions extends Partial<ModelUse> {
  /** Folder of the model or its hub id. */
  model: string;
  /** Cache for models from the hub. */
  cacheDir: string;
  /** Weights to use, e.g. `q8`; defaults to those in the folder. */
  dtype?: string;
}

interface Batch extends Omit<EmbedRequest, 'id'> {
  resolve(numbers: Float32Array): void;
  reject(error: Error): void;
}

/** Maximum number of texts per batch: 64 are no faster, and need 75 MiB, which the runtime keeps, instead of 20. */
const MAX_BATCH_TEXTS = 16;
/** Size of V8's young generation in MiB. The default, 48, adds 20 MiB to the thread without making it faster. */
const YOUNG_MB = 8;
/** Target duration of a batch on slow models, because a query waits for at most one batch. */
const BATCH_MS = 50;

/**
 * Loads the model.
 * @throws {EmbedderUnavailableError} naming the file that is missing or broken
 */
export const createTransformersEmbedder = async (options: TransformersOptions): Promise<Embedder> => {
  const { model, cacheDir, dtype, ...overrides } = options;
  const place = placeModel(model, dtype);
  const use = modelUse(place.name, overrides);
  const workerData: WorkerOptions = {
    localModelPath: place.localModelPath,
    name: place.name,
    cacheDir: place.remote ? cacheDir : null,
    dtype: place.dtype,
    pooling: use.pooling,
    normalize: use.normalize,
    // Leaves one core free for requests.
    threads: Math.max(1, availableParallelism() - 1),
  };
  const queries: Batch[] = [];
  const documents: Batch[] = [];
  let thread: Thread | undefined;
  let busy = false;
  let idle = Promise.resolve();
  let closed = false;

  const start = async (): Promise<Thread> => {
    if (thread?.alive()) return thread;
    return (thread = await startThread(workerData));
  };
  const first = await start();
  const { dimensions } = first;
  const batchTexts = Math.min(MAX_BATCH_TEXTS, Math.max(1, Math.floor(BATCH_MS / first.textMs)));

  const pump = async (): Promise<void> => {
    busy = true;
    for (
      let batch = queries.shift() ?? documents.shift();
      batch;
      batch = queries.shift() ?? documents.shift()
    ) {
      try {
        if (closed) throw new EmbedderUnavailableError('The embedder is closed');
        batch.resolve(await (await start()).ask(batch));
      } catch (error) {
        batch.reject(error instanceof Error ? error : new EmbedderUnavailableError(String(error)));
      }
    }
    busy = false;
  };

  const submit = (
    queue: Batch[],
    texts: string[],
    output: EmbedRequest['output'] = 'vectors',
  ): Promise<Float32Array> =>
    new Promise((resolve, reject) => {
      queue.push({ texts, output, resolve, reject });
      if (!busy) idle = pump();
    });

  return {
    modelId: modelIdOf(place, use),
    dimensions,
    embedDocuments: async (texts) => {
      const prefixed = texts.map((text) => use.passagePrefix + text);
      // Batches texts of similar length to save padding.
      const order = prefixed
        .map((_text, i) => i)
        .sort((a, b) => prefixed[a]!.length - prefixed[b]!.length || a - b);
      const vectors: Float32Array[] = new Array<Float32Array>(texts.length);
      const batches: Promise<void>[] = [];
      for (let from = 0; from < order.length; from += batchTexts) {
        const indexes = order.slice(from, from + batchTexts);
        const filled = submit(
          documents,
          indexes.map((i) => prefixed[i]!),
        ).then((all) => {
          indexes.forEach((i, n) => (vectors[i] = all.subarray(n * dimensions, (n + 1) * dimensions)));
        });
        batches.push(filled);
      }
      await Promise.all(batches);
      return vectors;
    },
    embedQuery: (text) => submit(queries, [use.queryPrefix + text]),
    vocabulary: () => Promise.resolve(first.words),
    countPieces: async (words) => [...(await submit(queries, [...words], 'pieces'))],
    close: async () => {
      closed = true;
      // The runtime crashes if the thread is terminated during a batch.
      await idle;
      await thread?.end();
    },
  };
};

interface LoadedModel {
  dimensions: number;
  textMs: number;
  words: readonly string[];
}

interface Thread extends LoadedModel {
  alive(): boolean;
  ask(request: Omit<EmbedRequest, 'id'>): Promise<Float32Array>;
  end(): Promise<void>;
}

const startThread = async (workerData: WorkerOptions): Promise<Thread> => {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
  const worker = newWorker('./embed-worker', import.meta.url, { workerData, resourceLimits });
  const pending = new Map<number, Pick<Batch, 'resolve' | 'reject'>>();
  let alive = true;
  let serial = 0;
  let ready: (model: LoadedModel) => void;
  let unready: (error: Error) => void;
  const loaded = new Promise<LoadedModel>((resolve, reject) => {
    ready = resolve;
    unready = reject;
  });
  const fail = (reason: string): void => {
    alive = false;
    const error = new EmbedderUnavailableError(`The embedding model ${workerData.name} ${reason}`);
    unready(error);
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') return ready(message);
    if (message.kind === 'failed' && message.id === null) {
      fail(`cannot be loaded: ${message.message}`);
      void worker.terminate();
      return;
    }
    const batch = pending.get(message.id!);
    pending.delete(message.id!);
    if (message.kind === 'done') batch?.resolve(message.numbers);
    else batch?.reject(new EmbedderUnavailableError(`The embedding model failed: ${message.message}`));
  });
  worker.on('error', (error) => fail(`stopped: ${error.message}`));
  worker.on('exit', () => fail('stopped'));
  loaded.catch(() => undefined);
  const model = await loaded;
  // An idle model must not keep the process alive.
  worker.unref();
  return {
    ...model,
    alive: () => alive,
    ask: ({ texts, output }) =>
      new Promise((resolve, reject) => {
        if (!alive)
          return reject(new EmbedderUnavailableError(`The embedding model ${workerData.name} stopped`));
        const id = ++serial;
        const settled = (): void => {
          if (pending.size === 0) worker.unref();
        };
        pending.set(id, {
          resolve: (numbers) => (settled(), resolve(numbers)),
          reject: (error) => (settled(), reject(error)),
        });
        worker.ref();
        worker.postMessage({ id, texts, output } satisfies EmbedRequest);
      }),
    end: async () => {
      await worker.terminate();
    },
  };
};
