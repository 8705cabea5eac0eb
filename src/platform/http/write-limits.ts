/** Turns of the writes of an account: its tokens share them, so that none holds up the reads of others. */
import type { Context } from 'koa';
import { createAccountQueue } from '../lib/account-queue.js';
import { needsToken, type Endpoint } from './endpoint.js';
import { bodyBytes } from './token-limits.js';

export interface WriteLimits {
  /**
   * Reads and serves a request: in turn, where its body is large.
   * @throws {UnavailableError} when too many of the account's are waiting
   */
  read<T>(accountId: number, endpoint: Endpoint, ctx: Context, serve: () => Promise<T>): Promise<T>;
  /**
   * Handles a request whose body has been read: in turn, where it writes.
   * @throws {UnavailableError} when too many of the account's are waiting
   */
  handle<T>(accountId: number, endpoint: Endpoint, handle: () => Promise<T>): Promise<T>;
}

/** Writes of one account at once, and those that wait. */
const WRITES = { atOnce: 4, maxWaiting: 96 };
/** Bodies of one account above this are read a few at a time, because they are held in memory. */
const LARGE_BYTES = 64 * 1024;
const LARGE_BODIES = { atOnce: 3, maxWaiting: 97 };
const REFUSAL = 'Too many writes of this account are in progress. Try again later.';

export const createWriteLimits = (): WriteLimits => {
  const writes = createAccountQueue({ ...WRITES, refusal: REFUSAL });
  const bodies = createAccountQueue({ ...LARGE_BODIES, refusal: REFUSAL });
  return {
    read: (accountId, endpoint, ctx, serve) =>
      isWrite(endpoint) && endpoint.body && bodyBytes(ctx) > LARGE_BYTES
        ? bodies.run(accountId, serve)
        : serve(),
    handle: (accountId, endpoint, handle) => (isWrite(endpoint) ? writes.run(accountId, handle) : handle()),
  };
};

/** Events have limits of their own. */
const isWrite = (endpoint: Endpoint): boolean =>
  endpoint.method !== 'GET' && needsToken(endpoint) && endpoint.scope !== 'logging:write';
