/**
 * A fair queue by account, or by another key: each has a concurrency limit and a bounded queue, so that they do not
 * block each other.
 */
import { unavailable } from './errors.js';

export interface FairQueue<K> {
  /**
   * Runs the work when it is the turn of `key`.
   * @throws {UnavailableError} when too much of its work is queued
   */
  run<T>(key: K, work: () => Promise<T>): Promise<T>;
}

export interface FairQueueOptions {
  /** Maximum concurrency per key. */
  atOnce: number;
  /** Maximum concurrency of all keys together. */
  total?: number;
  /** Maximum queue length per key. */
  maxWaiting?: number;
  /** The error message when the queue is full. */
  refusal?: string;
}

interface Line {
  active: number;
  waiting: (() => void)[];
}

const RETRY_AFTER_SECS = 1;

/** Serves waiting keys in turn, however much each has queued. */
export const createFairQueue = <K>({
  atOnce,
  total = Infinity,
  maxWaiting = Infinity,
  refusal = 'Too much is waiting. Try again later.',
}: FairQueueOptions): FairQueue<K> => {
  /** Keys with any work, the most recently served last. */
  const lines = new Map<K, Line>();
  let active = 0;

  const startNext = (): void => {
    if (active >= total) return;
    for (const [key, line] of lines) {
      if (line.active >= atOnce) continue;
      const start = line.waiting.shift();
      if (!start) continue;
      lines.delete(key);
      lines.set(key, line);
      active++;
      line.active++;
      return start();
    }
  };

  return {
    run: async (key, work) => {
      const line = lines.get(key) ?? { active: 0, waiting: [] };
      const isFull = line.active >= atOnce || active >= total;
      if (isFull && line.waiting.length >= maxWaiting) throw unavailable(refusal, RETRY_AFTER_SECS);
      lines.set(key, line);
      await new Promise<void>((start) => {
        line.waiting.push(start);
        startNext();
      });
      try {
        return await work();
      } finally {
        active--;
        line.active--;
        if (line.active + line.waiting.length === 0) lines.delete(key);
        startNext();
      }
    },
  };
};
