/** Limits by client address, in memory of this process. */
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../lib/errors.js';

/**
 * Takes so many points of the address, 1 where it is not said; never more than there are, so that what is large is let in
 * by itself. @throws RateLimitError with `Retry-After` where it has not so many left
 */
export type RateLimit = (ctx: Context, points?: number) => Promise<void>;

/** @param points allowed in each `seconds` by one address */
export const createRateLimit = (points: number, seconds: number): RateLimit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (ctx, spent = 1) => {
    try {
      await limiter.consume(ctx.ip, Math.min(spent, points));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        throw rateLimited(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw refusal;
    }
  };
};
