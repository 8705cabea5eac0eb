/**
 * A fair queue by account: each account has a concurrency limit and a bounded queue, so that accounts do not
 * block each other.
 */
import { unavailable } from './errors.js';

export interface AccountQueue {
  /**
   * Runs the work when it is the account's turn.
   * @throws {UnavailableError} when too much of the account's work is queued
   */
  run<T>(accountId: number, work: () => Promise<T>): Promise<T>;
}

export interface AccountQueueOptions {
  /** Maximum concurrency per account. */
  atOnce: number;
  /** Maximum concurrency of all accounts together. */
  total?: number;
  /** Maximum queue length per account. */
  maxWaiting?: number;
  /** The error message when the queue is full. */
  refusal?: string;
}

interface Line {
  active: number;
  waiting: (() => void)[];
}

const RETRY_AFTER_SECS = 1;

/** Serves waiting accounts in turn, however much each has queued. */
export const createAccountQueue = ({
  atOnce,
  total = Infinity,
  maxWaiting = Infinity,
  refusal = 'Too much is waiting. Try again later.',
}: AccountQueueOptions): AccountQueue => {
  /** Accounts with any work, the most recently served last. */
  const lines = new Map<number, Line>();
  let active = 0;

  const startNext = (): void => {
    if (active >= total) return;
    for (const [accountId, line] of lines) {
      if (line.active >= atOnce) continue;
      const start = line.waiting.shift();
      if (!start) continue;
      lines.delete(accountId);
      lines.set(accountId, line);
      active++;
      line.active++;
      return start();
    }
  };

  return {
    run: async (accountId, work) => {
      const line = lines.get(accountId) ?? { active: 0, waiting: [] };
      const isFull = line.active >= atOnce || active >= total;
      if (isFull && line.waiting.length >= maxWaiting) throw unavailable(refusal, RETRY_AFTER_SECS);
      lines.set(accountId, line);
      await new Promise<void>((start) => {
        line.waiting.push(start);
        startNext();
      });
      try {
        return await work();
      } finally {
        active--;
        line.active--;
        if (line.active + line.waiting.length === 0) lines.delete(accountId);
        startNext();
      }
    },
  };
};
