/** How many requests of each kind a client address may make on the public host. */
import { createRateLimit, type RateLimit, type RateLimitName } from './rate-limit.js';
import type { Limiters } from '../../limits/limiters.js';

const RATE_LIMIT_SECS = 10;
/** Autocomplete is requested several times before each search. */
const COMPLETIONS_PER_SEARCH = 5;
/** A page has many items, and many visitors share one address. */
const READS_PER_SEARCH = 20;
/** A page shows many images, and players request files in ranges. */
const FILES_PER_SEARCH = 100;
/** A player reports every few seconds, and many visitors share one address. */
const EVENT_CALLS_PER_SEARCH = 10;
const EVENTS_PER_SEARCH = 100;

/** How many of each kind there may be for a search. */
const CALLS_PER_SEARCH: Record<RateLimitName, number> = {
  search: 1,
  autocomplete: COMPLETIONS_PER_SEARCH,
  read: READS_PER_SEARCH,
  render: 1,
  files: FILES_PER_SEARCH,
  eventCalls: EVENT_CALLS_PER_SEARCH,
  events: EVENTS_PER_SEARCH,
};

/** @param searches allowed in ten seconds */
export const createPublicLimits = (limiters: Limiters, searches: number): Record<RateLimitName, RateLimit> =>
  Object.fromEntries(
    Object.entries(CALLS_PER_SEARCH).map(([name, calls]) => [
      name,
      createRateLimit(limiters, { name, points: searches * calls, seconds: RATE_LIMIT_SECS }),
    ]),
  ) as Record<RateLimitName, RateLimit>;
