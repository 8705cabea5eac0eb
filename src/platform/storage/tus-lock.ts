/** Lets one request at a time write to an upload. A new one ends the one before it, whose connection is probably dead. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { unavailable } from '../lib/errors.js';

const TIMEOUT_MS = 10_000;

interface Held {
  release: RequestRelease;
  /** Resolves when the lock is free. */
  freed: Promise<void>;
  free(): void;
}

export const createTusLocker = (): Locker => {
  const held = new Map<string, Held>();

  /** @throws {UnavailableError} when the holder does not end */
  const take = async (id: string, signal: AbortSignal, release: RequestRelease): Promise<void> => {
    const timeout = new AbortController();
    try {
      const late = wait(TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).catch(() => undefined);
      for (let holder = held.get(id); holder; holder = held.get(id)) {
        await holder.release();
        const isFree = await Promise.race([holder.freed.then(() => true), late.then(() => false)]);
        if (!isFree || signal.aborted) throw unavailable('Another request of this upload has not ended yet');
      }
    } finally {
      timeout.abort();
    }
    let free = (): void => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    held.set(id, { release, freed, free });
  };

  return {
    newLock: (id): Lock => ({
      lock: (signal, release) => take(id, signal, release),
      unlock: () => {
        const holder = held.get(id);
        held.delete(id);
        holder?.free();
        return Promise.resolve();
      },
    }),
  };
};
