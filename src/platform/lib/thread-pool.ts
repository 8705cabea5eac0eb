/**
 * Runs long computations in worker threads: limited in time, memory and queue, and one at a time per account. Short
 * ones run on the calling thread.
 */
import { createWorker, WorkerError, type WorkerHandle } from '../../../workers/index.js';
import { createShares } from './shares.js';
import { createFairQueue } from './fair-queue.js';
import { AppError, invalid, unavailable } from './errors.js';

/** Functions by name. */
export type Tasks = Record<string, (...args: never[]) => unknown>;

export interface ThreadPoolOptions<T extends Tasks> {
  tasks: T;
  /** Tasks with inputs up to this size run on the calling thread. */
  inlineBytes: number;
  /**
   * The module that calls `serve` with the tasks, without its extension, and the `import.meta.url` of the module that
   * starts it.
   */
  entry: string;
  importer: string;
  threads: number;
  /** A longer task is ended together with its thread. */
  timeoutMs: number;
  /** Maximum heap of a thread, MB. */
  memoryMb: number;
  /** While inputs of this total size are waiting or running, accounts above their share are refused. */
  maxPendingBytes: number;
}

interface TaskOptions {
  accountId: number;
  /** Size of the input. */
  bytes: number;
  /** The field that is too large, for the error message. */
  path: string;
  /** Jobs wait, whatever the size of the queue. */
  isJob?: boolean;
}

export interface ThreadPool<T extends Tasks> {
  /**
   * @param more further arguments of the task: functions that it calls here while it runs
   * @throws {ValidationError} when the task takes too long or too much memory
   * @throws {UnavailableError} when too much is waiting
   */
  run<K extends keyof T & string>(
    name: K,
    input: Parameters<T[K]>[0],
    options: TaskOptions,
    ...more: Parameters<T[K]> extends [unknown, ...infer Rest] ? Rest : []
  ): Promise<Awaited<ReturnType<T[K]>>>;
  close(): Promise<void>;
}

/** Limits for texts that take too long to process on the main thread. */
export const LONG_TEXTS = {
  inlineBytes: 64 * 1024,
  threads: 2,
  timeoutMs: 60_000,
  memoryMb: 768,
  maxPendingBytes: 64 * 1024 * 1024,
};

const RETRY_AFTER_SECS = 5;
/** A thread keeps the memory of its largest task, so it ends after a task above this size. */
const REUSE_BYTES = 1024 * 1024;
/** V8's default, 48, adds 20 to 40 MiB to a thread; reading a transcript takes as long with either. */
const YOUNG_MB = 8;
/** A thread ends after this time without a task. The one for suggestions uses 100 MB. */
const IDLE_MS = 2_000;

/** Starts threads on demand, and ends idle ones. */
export const createThreadPool = <T extends Tasks>(options: ThreadPoolOptions<T>): ThreadPool<T> => {
  const threads = Array.from({ length: options.threads }, () => newThread(options));
  const free = new Set(threads);
  const queue = createFairQueue<number>({ atOnce: 1, total: options.threads });
  const pending = createShares(options.maxPendingBytes);

  const runOnThread = async (name: string, args: unknown[], { bytes, path }: TaskOptions) => {
    const thread = [...free].find((one) => one.isRunning()) ?? [...free][0]!;
    free.delete(thread);
    try {
      return await thread.call(name, ...(args as never[]));
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      if (error.reason === 'closed') throw unavailable('The server is stopping');
      // An error of the program, not of the text.
      if (error.cause && error.reason !== 'memory') throw error.cause as Error;
      throw invalid([{ path, message: PROBLEMS[error.reason] }]);
    } finally {
      if (bytes > REUSE_BYTES) void thread.end();
      free.add(thread);
    }
  };

  return {
    run: async (name, input, task, ...more) => {
      const args = [input, ...more];
      if (task.bytes <= options.inlineBytes)
        return (await options.tasks[name]!(...(args as never[]))) as never;
      if (!task.isJob && !pending.hasRoom(task.accountId, task.bytes))
        throw unavailable('Too many large texts are being read. Try again later.', RETRY_AFTER_SECS);
      pending.hold(task.accountId, task.bytes);
      try {
        return (await queue.run(task.accountId, () => runOnThread(name, args, task))) as never;
      } finally {
        pending.hold(task.accountId, -task.bytes);
      }
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
};

/** Completes "body: …". */
const PROBLEMS: Record<Exclude<WorkerError['reason'], 'closed'>, string> = {
  start: 'could not be read',
  crash: 'could not be read',
  timeout: 'takes too long to parse',
  memory: 'needs too much memory to parse',
};

const newThread = <T extends Tasks>({
  entry,
  importer,
  timeoutMs,
  memoryMb,
}: ThreadPoolOptions<T>): WorkerHandle<Tasks> =>
  createWorker({
    name: 'The thread',
    entry,
    importer,
    errors: { AppError },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    timeoutMs,
    idleMs: IDLE_MS,
    // A file may kill the thread, and the next file belongs to another account.
    backsOff: false,
  });
