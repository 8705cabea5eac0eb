/** Rate limits per client address, in the memory of this process. */
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from './client-address.js';
import { rateLimited } from '../lib/errors.js';

/**
 * Consumes points of the client address.
 * @param points 1 if absent; capped at the limit, so that a large request can pass on its own
 * @throws {RateLimitError} when too few points are left
 */
export type RateLimit = (ctx: Context, points?: number) => Promise<void>;

/** @param points allowed per client address in each `seconds` */
export const createRateLimit = (points: number, seconds: number): RateLimit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return (ctx, spent = 1) => consume(limiter, limitKey(ctx.ip), Math.min(spent, points));
};

/**
 * Consumes points of a key.
 * @throws {RateLimitError} when too few points are left
 */
export const consume = async (limiter: RateLimiterMemory, key: string, points: number): Promise<void> => {
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw rateLimited(refusal.msBeforeNext);
    throw refusal;
  }
};
