/** Limits of tokens: calls and bytes of events per account, calls for visitors per token, failed authentications per client address. */
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { rateLimited } from '../lib/errors.js';
import { limitKey } from './client-address.js';
import { MAX_JSON_BYTES } from './read-request.js';
import type { Endpoint } from './endpoint.js';
import { consume } from './rate-limit.js';

export interface TokenLimits {
  /**
   * Counts a call against the limits of its account, whose tokens share them.
   * @throws {RateLimitError} when the account has used them up
   */
  count(accountId: number, endpoint: Endpoint, ctx: Context): Promise<void>;
  /**
   * Counts a call for a visitor against the token that names the visitor.
   * @throws {RateLimitError} when the token has made too many, whomever it named
   */
  countVisit(tokenId: number): Promise<void>;
}

/**
 * @param calls of each account in ten seconds, without those that record events, and of each token for visitors
 * @param eventBytes of the bodies with which each account records events in ten seconds
 */
export const createTokenLimits = ({
  calls,
  eventBytes,
}: {
  calls: number;
  eventBytes: number;
}): TokenLimits => {
  const byCalls = new RateLimiterMemory({ points: calls, duration: 10 });
  const byVisits = new RateLimiterMemory({ points: calls, duration: 10 });
  const byBytes = new RateLimiterMemory({ points: eventBytes, duration: 10 });
  return {
    count: (accountId, { scope }, ctx) =>
      scope === 'logging:write'
        ? consume(byBytes, String(accountId), Math.min(eventBytes, bodyBytes(ctx)))
        : consume(byCalls, String(accountId), 1),
    countVisit: (tokenId) => consume(byVisits, String(tokenId), 1),
  };
};

/** A body whose size is not declared, or that is compressed, counts as the largest that is read. */
export const bodyBytes = ({ req: { headers } }: Context): number => {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = headers;
  return encoding === 'identity' && length !== undefined ? Number(length) : MAX_JSON_BYTES;
};

/** Failed authentications are counted for this long. */
const WINDOW_SECS = 60;
/** Clients that share an address, e.g. behind NAT. */
const REMEMBERED_TOKENS = 10_000;

export interface AuthenticationLimit {
  /**
   * Call it before the database is asked. Tokens that were valid before pass: whoever else fails at the same address
   * does not lock them out.
   * @throws {RateLimitError} when too many authentications from the address have failed
   */
  check(address: string, secretHash: string): Promise<void>;
  record(address: string, secretHash: string, succeeded: boolean): Promise<void>;
}

/** @param failures allowed per client address and minute */
export const createAuthenticationLimit = (failures: number): AuthenticationLimit => {
  const limiter = new RateLimiterMemory({ points: failures, duration: WINDOW_SECS });
  const valid = new LRUCache<string, true>({ max: REMEMBERED_TOKENS });
  return {
    check: async (address, secretHash) => {
      if (valid.has(secretHash)) return;
      const state = await limiter.get(limitKey(address));
      if (state && state.consumedPoints >= failures) throw rateLimited(state.msBeforeNext);
    },
    record: async (address, secretHash, succeeded) => {
      if (succeeded) valid.set(secretHash, true);
      else {
        valid.delete(secretHash);
        await limiter.penalty(limitKey(address));
      }
    },
  };
};
