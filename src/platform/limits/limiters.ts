/** Limits how often something happens per key, in a window that begins with the first time. */
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { isPostgres, type Db } from '../db/dialect.js';
import { rateLimited } from '../lib/errors.js';
import { sha256 } from '../lib/ids.js';
import { createSharedCounts } from './shared-counts.js';

export interface LimitOptions {
  /** Unique among the limits. */
  name: string;
  /** Allowed per key and window. */
  points: number;
  /** Length of a window. */
  seconds: number;
}

export interface ExactLimiter {
  /** @throws {RateLimitError} when too few points are left */
  consume(key: string): Promise<void>;
  /** Gives back what was consumed. */
  refund(key: string): Promise<void>;
}

export interface CountedLimiter {
  /** @throws {RateLimitError} when too few points are left */
  consume(key: string, points: number): Promise<void>;
  /** Counts without refusing. */
  add(key: string): Promise<void>;
  /** @throws {RateLimitError} when no point is left; consumes none */
  check(key: string): Promise<void>;
}

export interface Limiters {
  /**
   * For what is rare and must not be guessed or sent too often. All processes count in the database, which each call
   * writes to; on SQLite, where a single process serves, in memory.
   */
  exact(options: LimitOptions): ExactLimiter;
  /**
   * For every request. Each process counts in memory, and learns within a second what the others have counted: all
   * together may pass the limit by what they let through in that second, and by a tenth for each process.
   */
  counted(options: LimitOptions): CountedLimiter;
}

export const createLimiters = (db: Db): Limiters => {
  const isShared = isPostgres(db);
  const counts = isShared ? createSharedCounts(db) : undefined;

  return {
    exact: ({ name, points, seconds }) => {
      const options = { keyPrefix: name, points, duration: seconds };
      const limiter: RateLimiterAbstract = isShared
        ? new RateLimiterPostgres({ ...options, ...storeOf(db) })
        : new RateLimiterMemory(options);
      return {
        consume: (key) => refuse(limiter.consume(sha256(key), 1)),
        refund: async (key) => {
          await limiter.reward(sha256(key), 1);
        },
      };
    },
    counted: ({ name, points: allowed, seconds }) => {
      const limiter = new RateLimiterMemory({ keyPrefix: name, points: allowed, duration: seconds });
      const spend = async (key: string, points: number): Promise<void> => {
        const state = await limiter.consume(key, points);
        counts?.note(limiter, key, state, points);
      };
      return {
        consume: (key, points) => refuse(spend(key, points)),
        add: (key) => spend(key, 1).catch(ignoreRefusal),
        check: async (key) => {
          const state = await limiter.get(key);
          if (state && state.consumedPoints >= allowed) throw rateLimited(state.msBeforeNext);
        },
      };
    },
  };
};

/** The keys are hashes, because addresses of people are not stored. `rate-limit.maintenance.ts` deletes old rows. */
const storeOf = (db: Db) => ({
  storeClient: {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  },
  storeType: 'client',
  tableName: 'rateLimit',
  tableCreated: true,
  clearExpiredByTimeout: false,
});

/** The library rejects with a state instead of an error. */
const refuse = async (consumed: Promise<unknown>): Promise<void> => {
  try {
    await consumed;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw rateLimited(refusal.msBeforeNext);
    throw refusal;
  }
};

const ignoreRefusal = (refusal: unknown): void => {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
};
