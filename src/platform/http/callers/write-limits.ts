/** Queues the writes of an account, across all its tokens, so that they do not delay other accounts. */
import type { Context } from 'koa';
import { createFairQueue } from '../../lib/fair-queue.js';
import { isRead, needsToken, type Limited } from './access.js';
import { bodyBytes } from './token-limits.js';

export interface WriteLimits {
  /**
   * Reads and serves a request; queued if its body is large.
   * @throws {UnavailableError} when too many of the account's requests are queued
   */
  read<T>(accountId: number, endpoint: Limited, ctx: Context, serve: () => Promise<T>): Promise<T>;
  /**
   * Handles a request whose body has been read; queued if it writes.
   * @throws {UnavailableError} when too many of the account's requests are queued
   */
  handle<T>(accountId: number, endpoint: Limited, handle: () => Promise<T>): Promise<T>;
}

/** Concurrent and queued writes per account. */
const WRITES = { atOnce: 4, maxWaiting: 96 };
/** Bodies larger than this are read a few at a time per account, because they are held in memory. */
const LARGE_BYTES = 64 * 1024;
const LARGE_BODIES = { atOnce: 3, maxWaiting: 97 };
const REFUSAL = 'Too many writes of this account are in progress. Try again later.';

export const createWriteLimits = (): WriteLimits => {
  const writes = createFairQueue<number>({ ...WRITES, refusal: REFUSAL });
  const bodies = createFairQueue<number>({ ...LARGE_BODIES, refusal: REFUSAL });
  return {
    read: (accountId, endpoint, ctx, serve) =>
      isWrite(endpoint) && endpoint.body && bodyBytes(ctx, Infinity) > LARGE_BYTES
        ? bodies.run(accountId, serve)
        : serve(),
    handle: (accountId, endpoint, handle) => (isWrite(endpoint) ? writes.run(accountId, handle) : handle()),
  };
};

/** Events have their own limits. */
const isWrite = (endpoint: Limited): boolean =>
  !isRead(endpoint.method) && needsToken(endpoint) && endpoint.scope !== 'logging:write';
