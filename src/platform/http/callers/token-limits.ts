/**
 * Rate limits of callers: calls and bytes of events of all tokens of an account, calls of each person, calls for
 * visitors per token, failed authentication attempts per client address.
 */
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { callerKey, type Caller } from '../../lib/caller.js';
import type { Limiters } from '../../limits/limiters.js';
import { limitKey } from './client-address.js';
import { maxJsonBytesOf, type Limited } from './access.js';

export interface TokenLimits {
  /**
   * Counts a call against the limits of the account, which all its tokens share, or of the person: a program that
   * calls without end locks nobody out of the console, nor the reverse.
   * @throws {RateLimitError} when the limit is reached
   */
  count(
    caller: Caller,
    endpoint: Pick<Limited, 'scope' | 'maxJsonBytes' | 'update'>,
    ctx: Context,
  ): Promise<void>;
  /**
   * Counts a call for a visitor against the token that was used.
   * @throws {RateLimitError} when the token has made too many calls, for whichever visitors
   */
  countVisit(tokenId: number): Promise<void>;
}

/**
 * @param calls per account in ten seconds, without those that record events; the same per person, and per token for
 * calls for visitors
 * @param eventBytes per account in ten seconds, of bodies that record events
 */
export const createTokenLimits = (
  limiters: Limiters,
  { calls, eventBytes }: { calls: number; eventBytes: number },
): TokenLimits => {
  const limit = (name: string, points: number) => limiters.counted({ name, points, seconds: 10 });
  const byCalls = limit('calls', calls);
  const byVisits = limit('visits', calls);
  const byBytes = limit('eventBytes', eventBytes);
  return {
    count: (caller, { scope, ...endpoint }, ctx) => {
      const key = caller.person ? callerKey(caller) : String(caller.accountId);
      return scope === 'logging:write'
        ? byBytes.consume(key, Math.min(eventBytes, bodyBytes(ctx, maxJsonBytesOf(endpoint))))
        : byCalls.consume(key, 1);
    },
    countVisit: (tokenId) => byVisits.consume(String(tokenId), 1),
  };
};

/** A body that is compressed or of undeclared size counts as the maximum size. */
export const bodyBytes = ({ req: { headers } }: Context, maxBytes: number): number => {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers;
  return encoding === 'identity' && length !== undefined ? Number(length) : maxBytes;
};

/** Failed authentication attempts count for this long. */
const WINDOW_SECS = 60;
/** Enough for clients that share an address, e.g. behind NAT. */
const REMEMBERED_TOKENS = 10_000;

export interface AuthenticationLimit {
  /**
   * Call it before querying the database. Tokens that were valid before pass, so that other clients at the same
   * address cannot lock them out.
   * @throws {RateLimitError} when too many attempts from the address have failed
   */
  check(address: string, secretHash: string): Promise<void>;
  record(address: string, secretHash: string, succeeded: boolean): Promise<void>;
}

/** @param failures allowed per client address and minute */
export const createAuthenticationLimit = (limiters: Limiters, failures: number): AuthenticationLimit => {
  const limiter = limiters.counted({ name: 'authentication', points: failures, seconds: WINDOW_SECS });
  const valid = new LRUCache<string, true>({ max: REMEMBERED_TOKENS });
  return {
    check: async (address, secretHash) => {
      if (valid.has(secretHash)) return;
      await limiter.check(limitKey(address));
    },
    record: async (address, secretHash, succeeded) => {
      if (succeeded) valid.set(secretHash, true);
      else {
        valid.delete(secretHash);
        await limiter.add(limitKey(address));
      }
    },
  };
};
