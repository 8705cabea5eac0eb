/**
 * Writes segments from a thread of their own: a report that runs in this process, or a picture that is resized, may hold all
 * of Node's file threads, and no event should wait for that.
 */
import { Worker } from 'node:worker_threads';
import type { AppendAnswer, AppendRequest } from './segment-thread.js';

export interface SegmentWriter {
  /** Resolves once the bytes are on disk, at the end of the segment; where it rejects, they are not part of it. One at a time. */
  append(segment: number, bytes: Uint8Array): Promise<{ usable: boolean }>;
  end(): Promise<void>;
}

/** The bytes were refused. */
export class AppendError extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
    /** False where the next append needs a new segment. */
    readonly usable: boolean,
  ) {
    super(message);
  }
}

export const createSegmentWriter = (dir: string): SegmentWriter => {
  let thread: Worker | undefined;
  let serial = 0;
  const waiting = new Map<number, (answer: AppendAnswer | Error) => void>();

  const begin = (): Worker => {
    const begun = newThread(dir);
    const lose = (error: Error): void => {
      if (thread === begun) thread = undefined;
      for (const settle of waiting.values()) settle(error);
      waiting.clear();
    };
    begun.on('message', (answer: AppendAnswer) => {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    });
    begun.on('error', lose);
    begun.on('exit', () => lose(new Error('The thread that writes events has ended')));
    return begun;
  };

  return {
    append: (segment, bytes) =>
      new Promise((resolve, reject) => {
        const id = ++serial;
        waiting.set(id, (answer) => {
          if (answer instanceof Error) reject(new AppendError(answer.message, undefined, false));
          else if (answer.refused)
            reject(new AppendError(answer.refused.message, answer.refused.code, answer.usable));
          else resolve({ usable: answer.usable });
        });
        const request: AppendRequest = { id, segment, bytes };
        (thread ??= begin()).postMessage(request);
      }),
    end: async () => {
      await thread?.terminate();
    },
  };
};

/** Compiled, the thread is a file beside this one; from sources it needs the TypeScript loader first. */
const newThread = (dir: string): Worker => {
  const workerData = { dir };
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./segment-thread.js', import.meta.url), { workerData });
  const loader = import.meta.resolve('tsx/esm/api');
  const entry = new URL('./segment-thread.ts', import.meta.url).href;
  const source = `import('${loader}').then(({ register }) => (register(), import('${entry}')))`;
  return new Worker(source, { eval: true, workerData });
};
