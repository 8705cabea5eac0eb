/** Rate limits per client address. */
import type { LimitOptions, Limiters } from '../../limits/limiters.js';
import { limitKey } from './client-address.js';

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

/** Limits what a client address may do. */
export const createRateLimit = (limiters: Limiters, options: LimitOptions): RateLimit => {
  const limiter = limiters.counted(options);
  return (address, spent = 1) => limiter.consume(limitKey(address), Math.min(spent, options.points));
};
