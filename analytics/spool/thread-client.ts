/**
 * Calls the spool's thread. It is a thread of its own because a report that runs in this process, or an image that is
 * resized, may keep all of Node's file threads busy, and no event should wait for that.
 */
import { Worker } from 'node:worker_threads';
import type { SpoolCall, SpoolReply } from './spool-thread.js';

export interface SpoolThread {
  /** @throws {SpoolThreadError} when the call failed: nothing of it was kept */
  call(call: SpoolCall): Promise<SpoolReply>;
  end(): Promise<void>;
}

export class SpoolThreadError extends Error {
  override readonly name = 'SpoolThreadError';
  constructor(
    message: string,
    /** SQLite's code, where it was SQLite that failed. */
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Starts the thread with the first call, and again after it has crashed. */
export const createSpoolThread = (path: string, onReply: (reply: SpoolReply) => void): SpoolThread => {
  let thread: Worker | undefined;
  let serial = 0;
  const waiting = new Map<number, { resolve(reply: SpoolReply): void; reject(error: Error): void }>();

  const start = (): Worker => {
    const started = newThread(path);
    const lose = (error: Error): void => {
      if (thread !== started) return;
      thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('message', (reply: SpoolReply) => {
      const { error } = reply;
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      onReply(reply);
      if (error) call?.reject(new SpoolThreadError(error.message, error.code));
      else call?.resolve(reply);
    });
    started.on('error', (error) => lose(new SpoolThreadError(error.message)));
    started.on('exit', () => lose(new SpoolThreadError('The thread of the event spool has ended')));
    return started;
  };

  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        const id = ++serial;
        waiting.set(id, { resolve, reject });
        (thread ??= start()).postMessage({ id, call });
      }),
    end: async () => {
      await thread?.terminate();
    },
  };
};

/** Compiled, the thread is a file beside this one; from sources it needs the TypeScript loader first. */
const newThread = (path: string): Worker => {
  const workerData = { path };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./spool-thread.js', import.meta.url), { workerData });
  const loader = import.meta.resolve('tsx/esm/api');
  const entry = new URL('./spool-thread.ts', import.meta.url).href;
  const source = `import('${loader}').then(({ register }) => (register(), import('${entry}')))`;
  return new Worker(source, { eval: true, workerData });
};
