/** Work that takes turns by account: each account has a few at once and a bounded queue, so that none holds up the others. */
import { unavailable } from './errors.js';

export interface AccountQueue {
  /**
   * Runs the work in its turn.
   * @throws {UnavailableError} when too much of the account's is waiting
   */
  run<T>(accountId: number, work: () => Promise<T>): Promise<T>;
}

export interface AccountQueueOptions {
  /** Of one account. */
  atOnce: number;
  /** Of all accounts together. */
  total?: number;
  /** Work of one account that may wait. */
  maxWaiting?: number;
  /** The error message for more. */
  refusal?: string;
}

interface Line {
  active: number;
  waiting: (() => void)[];
}

const RETRY_AFTER_SECS = 1;

/** Accounts that wait are served in turn, whoever of them has more waiting. */
export const createAccountQueue = ({
  atOnce,
  total = Infinity,
  maxWaiting = Infinity,
  refusal = 'Too much is waiting. Try again later.',
}: AccountQueueOptions): AccountQueue => {
  /** Of the accounts that have any work; who was served last is last. */
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
