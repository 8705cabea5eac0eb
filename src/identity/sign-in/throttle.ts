/**
 * Slows down guessing. Failures are counted in the memory of each process: an attempt costs no write, an attacker fills
 * no table, and a few servers allow a few times as many attempts. A counter lasts only after a check of a password or
 * code, of which a process makes few per second, so there are few counters.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limitKey } from '../../platform/http/client-address.js';
import { consume } from '../../platform/http/rate-limit.js';

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

/** Of requests that need no proof, and cost something: a row of the database, or mail to somebody. */
export interface RequestLimit {
  /**
   * @param request.subject whom it concerns, if it concerns one person
   * @throws {RateLimitError} when there were too many, of the client or about the subject
   */
  count(request: { subject?: string; address: string }): Promise<void>;
}

/** @param perAddress allowed per client address and minute */
export const createRequestLimit = (perAddress: number): RequestLimit => {
  const byAddress = new RateLimiterMemory({ points: perAddress, duration: ADDRESS_WINDOW_SECS });
  const bySubject = new RateLimiterMemory({ points: MAX_REQUESTS, duration: WINDOW_SECS });
  return {
    count: async ({ subject, address }) => {
      await consume(byAddress, limitKey(address), 1);
      if (subject !== undefined) await consume(bySubject, subject, 1);
    },
  };
};

/** @param failuresPerAddress allowed per client address and minute */
export const createThrottle = (failuresPerAddress: number): Throttle => {
  const bySubject = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECS });
  const byAddress = new RateLimiterMemory({ points: failuresPerAddress, duration: ADDRESS_WINDOW_SECS });
  const countersOf = ({ subject, address, knownDevice }: Attempt): [RateLimiterMemory, string][] =>
    knownDevice
      ? [[bySubject, `${subject} ${knownDevice}`]]
      : [
          [byAddress, limitKey(address)],
          [bySubject, subject],
        ];
  const refund = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
    const { consumedPoints } = await limiter.reward(key);
    if (consumedPoints <= 0) await limiter.delete(key);
  };
  return {
    guard: async (attempt, check) => {
      const counters = countersOf(attempt);
      for (const [limiter, key] of counters) await consume(limiter, key, 1);
      let hasFailed = false;
      try {
        hasFailed = !(await check());
        return !hasFailed;
      } finally {
        if (!hasFailed) for (const [limiter, key] of counters) await refund(limiter, key);
      }
    },
  };
};
