/**
 * Slows down guessing, in all processes together. A counter lasts a quarter of an hour and comes with a check of a
 * password or code, of which a process makes few per second, so there are few counters.
 */
import { limitKey } from '../../platform/http/callers/client-address.js';
import type { ExactLimiter, Limiters } from '../../platform/limits/limiters.js';

const WINDOW_SECS = 15 * 60;
/** For a subject: 1,000 a day are far too few for a password, and take years for six digits. */
const MAX_FAILURES = 10;
/** For a subject, of requests that nobody has to prove. */
const MAX_REQUESTS = 3;
const ADDRESS_WINDOW_SECS = 60;

export interface Attempt {
  /** Whose password or code is tried: an address as typed, or a person. */
  subject: string;
  /** Network address of the client. */
  address: string;
  /** A browser in which this person signed in before: it has its own count, so that others cannot lock it out. */
  knownDevice: string | null;
}

export interface Throttle {
  /**
   * Counts the attempt until `check` has succeeded, so that parallel attempts count too.
   * @param check resolves to false for a wrong password or code
   * @throws {RateLimitError} when too many attempts have failed
   */
  guard(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean>;
}

/** Limits requests that need no proof but cost something: a row in the database, or mail to somebody. */
export interface RequestLimit {
  /**
   * @param request.subject whom it concerns, if it concerns one person
   * @throws {RateLimitError} when there were too many, of the client or about the subject
   */
  count(request: { subject?: string; address: string }): Promise<void>;
}

/**
 * @param name what is requested
 * @param perAddress allowed per client address and minute
 */
export const createRequestLimit = (limiters: Limiters, name: string, perAddress: number): RequestLimit => {
  const byAddress = limiters.exact({
    name: `${name}From`,
    points: perAddress,
    seconds: ADDRESS_WINDOW_SECS,
  });
  const bySubject = limiters.exact({ name, points: MAX_REQUESTS, seconds: WINDOW_SECS });
  return {
    count: async ({ subject, address }) => {
      await byAddress.consume(limitKey(address));
      if (subject !== undefined) await bySubject.consume(subject);
    },
  };
};

/** @param failuresPerAddress allowed per client address and minute */
export const createThrottle = (limiters: Limiters, failuresPerAddress: number): Throttle => {
  const bySubject = limiters.exact({ name: 'guesses', points: MAX_FAILURES, seconds: WINDOW_SECS });
  const byAddress = limiters.exact({
    name: 'guessesFrom',
    points: failuresPerAddress,
    seconds: ADDRESS_WINDOW_SECS,
  });
  const countersOf = ({ subject, address, knownDevice }: Attempt): [ExactLimiter, string][] =>
    knownDevice
      ? [[bySubject, `${subject} ${knownDevice}`]]
      : [
          [byAddress, limitKey(address)],
          [bySubject, subject],
        ];
  return {
    guard: async (attempt, check) => {
      const counters = countersOf(attempt);
      for (const [limiter, key] of counters) await limiter.consume(key);
      let hasFailed = false;
      try {
        hasFailed = !(await check());
        return !hasFailed;
      } finally {
        if (!hasFailed) for (const [limiter, key] of counters) await limiter.refund(key);
      }
    },
  };
};
