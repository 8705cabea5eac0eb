/** How many requests of each kind a client address may make on the public host. */
import { createRateLimit, type RateLimit, type RateLimitName } from './platform/http/rate-limit.js';

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

/** @param searches allowed in ten seconds */
export const createPublicLimits = (searches: number): Partial<Record<RateLimitName, RateLimit>> => {
  const limit = (calls: number): RateLimit => createRateLimit(searches * calls, RATE_LIMIT_SECS);
  return {
    search: limit(1),
    autocomplete: limit(COMPLETIONS_PER_SEARCH),
    read: limit(READS_PER_SEARCH),
    render: limit(1),
    files: limit(FILES_PER_SEARCH),
    eventCalls: limit(EVENT_CALLS_PER_SEARCH),
    events: limit(EVENTS_PER_SEARCH),
  };
};
