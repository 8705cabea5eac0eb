/**
 * What this process knows of each account, as of its last reading. A search is answered by it while it is read again; one
 * after a long pause waits.
 */
import { LRUCache } from 'lru-cache';

export interface AccountKey {
  accountId: number;
  /** Whether only published items count. */
  publishedOnly: boolean;
}

interface Held<T> {
  value: T;
  bytes: number;
  readAt: number;
  /** ms until it is read again. */
  lastsMs: number;
}

/** Reading takes a hundredth of the time at most. */
const LASTS_MS = 1_000;
const LASTS_TIMES = 100;
/** It is too old for an answer once it is this many times as old as it lasts. */
const TOO_OLD = 2;

/**
 * @param maxBytes of all accounts together: what was used longest ago is dropped
 * @param read `bytes` is about the memory that the value takes
 */
export function createAccountCache<T>(
  maxBytes: number,
  read: (key: AccountKey) => Promise<{ value: T; bytes: number }>,
): (key: AccountKey) => Promise<T> {
  const cache = new LRUCache<string, Held<T>, AccountKey>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + 1,
    fetchMethod: async (_, __, { context, options }) => {
      const startedAt = performance.now();
      const { value, bytes } = await read(context);
      const readAt = performance.now();
      const lastsMs = Math.max(LASTS_MS, LASTS_TIMES * (readAt - startedAt));
      options.ttl = lastsMs;
      return { value, bytes, readAt, lastsMs };
    },
  });
  return async (key) => {
    const name = `${key.accountId} ${key.publishedOnly}`;
    const held = cache.peek(name, { allowStale: true });
    const allowStale = held !== undefined && performance.now() < held.readAt + TOO_OLD * held.lastsMs;
    const found = await cache.fetch(name, { context: key, allowStale });
    return found!.value;
  };
}
