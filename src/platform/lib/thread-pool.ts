/**
 * Runs long computations in worker threads: bounded in time, memory and queue, and one at a time per account. Short ones
 * run at once on this thread.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { createAccountQueue } from './account-queue.js';
import { AppError, invalid, unavailable } from './errors.js';

/** Lets a task in a thread have something from the other side while it runs; rejects when that fails. */
export type Ask = (question: never) => Promise<unknown>;

/** Functions by name; what goes in and out is copied, but the bytes of a result are moved. */
export type Tasks = Record<string, (input: never, ask: Ask) => unknown>;

/** What a thread sends: `null` once it is ready, then any number of questions and an outcome per task. */
export type ThreadMessage =
  | null
  | { question: unknown }
  | { result: unknown }
  | {
      error: { message: string; app: Pick<AppError, 'status' | 'type' | 'details' | 'moreProblems'> | null };
    };

export interface ThreadPoolOptions<T extends Tasks> {
  tasks: T;
  /** Inputs up to this size need no thread. */
  inlineBytes: number;
  /** The module that calls `serveTasks`, without its extension, and the module that names it. */
  entry: string;
  importer: string;
  threads: number;
  /** A task that takes longer is ended with its thread. */
  timeoutMs: number;
  /** Heap of a thread. */
  memoryMb: number;
  /** Tasks are refused while inputs of this size are waiting or in progress. */
  maxPendingBytes: number;
}

interface TaskOptions {
  accountId: number;
  /** Size of the input. */
  bytes: number;
  /** The field that is too large, for the error message. */
  path: string;
  /** A job waits, however much does. */
  isJob?: boolean;
  /** Bytes of the input that are moved to the thread instead of copied: unusable afterwards. */
  move?: Uint8Array;
  /** Answers what the task asks. An error ends the task and is its error. */
  answer?(question: unknown): Promise<unknown>;
}

export interface ThreadPool<T extends Tasks> {
  /**
   * @throws {ValidationError} when the task takes too long or too much memory
   * @throws {UnavailableError} when too much is waiting
   */
  run<K extends keyof T & string>(
    name: K,
    input: Parameters<T[K]>[0],
    options: TaskOptions,
  ): Promise<Awaited<ReturnType<T[K]>>>;
  close(): Promise<void>;
}

const RETRY_AFTER_SECS = 5;
/** A thread keeps the memory of its largest task: after one above this it is ended. */
const REUSE_BYTES = 1024 * 1024;
/** V8's default, 48, adds 20 to 40 MiB to a thread; reading a transcript takes as long with either. */
const YOUNG_MB = 8;
/** How long a thread waits for its next task: that of suggestions holds 100 MB meanwhile. */
const IDLE_MS = 2_000;

/** Starts threads when they are needed, and ends those that have nothing to do. */
export const createThreadPool = <T extends Tasks>(options: ThreadPoolOptions<T>): ThreadPool<T> => {
  /** With the timers that end them. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();
  const queue = createAccountQueue({ atOnce: 1, total: options.threads });
  let pendingBytes = 0;
  let closed = false;

  const start = async (): Promise<Worker> => {
    const resourceLimits = { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
    const thread = newThread(options.entry, options.importer, { resourceLimits });
    all.add(thread);
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      all.delete(thread);
      takeIdle(thread);
    });
    await nextMessage(thread, null);
    return thread;
  };

  const takeIdle = (thread = idle.keys().next().value): Worker | undefined => {
    if (!thread) return undefined;
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    return thread;
  };

  const keep = (thread: Worker): void => {
    const end = (): void => void takeIdle(thread)?.terminate();
    idle.set(thread, setTimeout(end, IDLE_MS).unref());
  };

  const runOnThread = async (name: string, input: unknown, task: TaskOptions): Promise<unknown> => {
    let thread: Worker | undefined;
    try {
      if (closed) throw new ThreadEnded('could not be read');
      thread = takeIdle() ?? (await start());
      thread.ref();
      thread.postMessage({ name, input }, task.move ? ownBuffers([task.move]) : []);
      const message = await outcomeOf(thread, task, performance.now() + options.timeoutMs);
      thread.unref();
      if (closed || task.bytes > REUSE_BYTES) void thread.terminate();
      else keep(thread);
      if (message && 'error' in message) throw revived(message.error);
      return message?.result;
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      await thread?.terminate();
      if (error.cause) throw error.cause as Error;
      if (closed) throw unavailable('The server is stopping');
      throw invalid([{ path: task.path, message: error.message }]);
    }
  };

  return {
    run: async (name, input, task) => {
      if (task.bytes <= options.inlineBytes) return (await options.tasks[name]!(input, askNobody)) as never;
      // A single task of any size is accepted.
      const isFull = pendingBytes > 0 && pendingBytes + task.bytes > options.maxPendingBytes;
      if (isFull && !task.isJob)
        throw unavailable('Too many large texts are being read. Try again later.', RETRY_AFTER_SECS);
      pendingBytes += task.bytes;
      try {
        return (await queue.run(task.accountId, () => runOnThread(name, input, task))) as never;
      } finally {
        pendingBytes -= task.bytes;
      }
    },
    close: async () => {
      closed = true;
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
};

/** Of tasks that run at once. */
const askNobody: Ask = () => Promise.reject(new Error('Only tasks in threads can ask'));

/** The buffers of those that fill theirs; others share it with more than themselves. */
export const ownBuffers = (values: readonly unknown[]): ArrayBuffer[] =>
  values.flatMap((value) =>
    value instanceof Uint8Array && value.byteLength === value.buffer.byteLength
      ? [value.buffer as ArrayBuffer]
      : [],
  );

/** The thread ended, or was too slow; the message completes "body: …". The cause is what it could not be told. */
class ThreadEnded extends Error {}

/** The next message that is no question; questions are answered. */
const outcomeOf = async (
  thread: Worker,
  { answer }: TaskOptions,
  deadline: number,
): Promise<Exclude<ThreadMessage, { question: unknown }>> => {
  for (;;) {
    const message = await nextMessage(thread, Math.max(0, deadline - performance.now()));
    if (!message || !('question' in message)) return message;
    const reply = await answer?.(message.question).catch((cause: unknown) => {
      throw new ThreadEnded('could not be read', { cause });
    });
    thread.postMessage({ reply });
  }
};

/** @param timeoutMs null to wait for as long as it takes */
const nextMessage = (thread: Worker, timeoutMs: number | null): Promise<ThreadMessage> =>
  new Promise((resolve, reject) => {
    const timer =
      timeoutMs === null
        ? undefined
        : setTimeout(() => settle(() => reject(new ThreadEnded('takes too long to parse'))), timeoutMs);
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      then();
    };
    const onMessage = (message: ThreadMessage): void => settle(() => resolve(message));
    const onError = (error: Error & { code?: string }): void =>
      settle(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new ThreadEnded('needs too much memory to parse')
            : error,
        ),
      );
    const onExit = (): void => settle(() => reject(new ThreadEnded('could not be read')));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  });

const revived = ({
  message,
  app,
}: {
  message: string;
  app: Pick<AppError, 'status' | 'type' | 'details' | 'moreProblems'> | null;
}) => (app ? Object.assign(new AppError(app.status, app.type, message), app) : new Error(message));

/** Compiled, the entry is a file with the extension .js; from sources it needs the TypeScript loader first. */
export const newThread = (entry: string, importer: string, options: WorkerOptions): Worker => {
  if (!importer.endsWith('.ts')) return new Worker(new URL(`${entry}.js`, importer), options);
  const loader = import.meta.resolve('tsx/esm/api');
  const source = `import('${loader}').then(({ register }) => (register(), import('${new URL(`${entry}.ts`, importer).href}')))`;
  return new Worker(source, { ...options, eval: true });
};
