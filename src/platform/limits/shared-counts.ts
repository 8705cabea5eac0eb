/** Tells the other processes, by way of PostgreSQL, what this one has counted, and learns what they have. */
import { sql } from 'kysely';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../db/dialect.js';
import { sha256 } from '../lib/ids.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';

export interface SharedCounts {
  /**
   * Remembers what was consumed of a key until it is shared.
   * @param state after the points were consumed
   */
  note(limiter: RateLimiterMemory, key: string, state: RateLimiterRes, points: number): void;
}

const SHARE_MS = 1_000;
/** A key is shared from this part of its limit on: most callers use less, and cost no write. */
const SHARED_FROM = 0.1;
/** Maximum rows per statement. Until the next one, further keys are counted in this process only. */
const MAX_ROWS = 1_000;

interface Unshared {
  limiter: RateLimiterMemory;
  key: string;
  points: number;
  /** When the window ends; milliseconds since 1970. */
  expires: number;
}

interface SharedRow {
  key: string;
  points: number;
  expire: number;
}

export const createSharedCounts = (db: Db): SharedCounts => {
  const unshared = new Map<string, Unshared>();
  let timer: NodeJS.Timeout | undefined;

  const share = async (): Promise<void> => {
    // In the same order in each process, so that two of them do not wait for each other's rows.
    const rows = [...unshared].sort(([a], [b]) => (a < b ? -1 : 1));
    const shared = new Map(rows);
    unshared.clear();
    for (const { key: id, points, expire } of await addCounts(db, rows)) {
      const leftMs = expire - Date.now();
      const { limiter, key } = shared.get(id)!;
      if (leftMs > 0) await limiter.set(key, points + (unshared.get(id)?.points ?? 0), leftMs / 1_000);
    }
  };

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      // While the database is unavailable, each process counts alone.
      void share()
        .catch(() => undefined)
        .finally(() => {
          timer = undefined;
          if (unshared.size > 0) schedule();
        });
    }, SHARE_MS).unref();
  };

  return {
    note: (limiter, key, { consumedPoints, msBeforeNext }, points) => {
      const from = limiter.points * SHARED_FROM;
      if (consumedPoints <= from) return;
      // Addresses of people are not stored.
      const id = limiter.getKey(sha256(key));
      const known = unshared.get(id);
      if (known) known.points += points;
      else if (unshared.size < MAX_ROWS) {
        const isFirst = consumedPoints - points <= from;
        const expires = Date.now() + msBeforeNext;
        unshared.set(id, { limiter, key, points: isFirst ? consumedPoints : points, expires });
      }
      schedule();
    },
  };
};

/** Adds to the counts, and begins new windows where the former ones are over. */
const addCounts = async (db: Db, rows: [string, Unshared][]): Promise<SharedRow[]> => {
  const now = Date.now();
  const values = rows.map(([id, { points, expires }]) => sql`(${id}, ${points}, ${Math.round(expires)})`);
  const counted = await sql<SharedRow>`
    insert into "rateLimit" ("key", "points", "expire") values ${sql.join(values)}
    on conflict ("key") do update set
      "points" = case when "rateLimit"."expire" <= ${now} then excluded."points"
        else "rateLimit"."points" + excluded."points" end,
      "expire" = case when "rateLimit"."expire" <= ${now} then excluded."expire" else "rateLimit"."expire" end
    returning "key", "points", "expire"`.execute(db);
  return counted.rows;
};

/** Deletes counts whose windows are over. */
export const rateLimitMaintenance = (db: Db): MaintenanceTask => ({
  name: 'rate limits',
  everyMs: 5 * 60_000,
  run: async () => {
    await db.deleteFrom('rateLimit').where('expire', '<', Date.now()).execute();
  },
});
