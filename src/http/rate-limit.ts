/** Limits by client address, in memory of this process. */
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../lib/errors.js';

/** @throws RateLimitError with `Retry-After` once the address has spent its points */
export type RateLimit = (ctx: Context) => Promise<void>;

/** @param points calls allowed in each `seconds` by one address */
export const createRateLimit = (points: number, seconds: number): RateLimit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (ctx) => {
    try {
      await limiter.consume(ctx.ip);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes)
        throw rateLimited(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      throw refusal;
    }
  };
};
