/** Empties SQLite's write-ahead log, which otherwise contains deleted data until it is overwritten. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPostgres, type Db } from './dialect.js';

const ATTEMPTS = 10;
const PAUSE_MS = 50;

/**
 * Does nothing on PostgreSQL, whose log cannot be emptied. Never waits for other processes inside SQLite, because
 * that would block the event loop.
 * @returns false if another process kept the log in use
 */
export const truncateWal = async (db: Db): Promise<boolean> => {
  if (isPostgres(db)) return true;
  for (let attempt = 1; ; attempt++) {
    if (await checkpoint(db)) return true;
    if (attempt === ATTEMPTS) return false;
    await delay(PAUSE_MS);
  }
};

const checkpoint = (db: Db): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection);
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const result = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(connection);
      return result.rows[0]?.busy === 0;
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(rows[0]?.timeout ?? 0)}`.execute(connection);
    }
  });
