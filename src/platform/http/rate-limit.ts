/** Rate limits per client address, in the memory of this process. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limitKey } from './client-address.js';
import { rateLimited } from '../lib/errors.js';

/** `read` is the default; `render` is for responses that are expensive to make. */
export type RateLimitName = 'search' | 'autocomplete' | 'read' | 'render' | 'files' | 'eventCalls' | 'events';

interface Limited {
  rateLimit?: RateLimitName;
}

/**
 * Whether every request must reach the server, because it appears in reports or as an event. Such responses are
 * not cacheable.
 */
export const isCounted = ({ rateLimit }: Limited): boolean =>
  rateLimit !== undefined && ['search', 'autocomplete', 'eventCalls'].includes(rateLimit);

/** Whether a site's server may call on behalf of a visitor, to whom the limit then applies. */
export const passesVisitor = ({ rateLimit }: Limited): boolean =>
  rateLimit === 'search' || rateLimit === 'autocomplete';

/**
 * Consumes points of the client address.
 * @param points 1 if absent; capped at the limit, so that a large request can pass on its own
 * @throws {RateLimitError} when too few points are left
 */
export type RateLimit = (address: string, points?: number) => Promise<void>;

/** @param points allowed per client address in each `seconds` */
export const createRateLimit = (points: number, seconds: number): RateLimit => {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return (address, spent = 1) => consume(limiter, limitKey(address), Math.min(spent, points));
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
