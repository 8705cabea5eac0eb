/** Takes what was deleted out of SQLite's write-ahead log. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPostgres, type Db } from './dialect.js';

const TRUNCATE_ATTEMPTS = 10;
const TRUNCATE_PAUSE_MS = 50;

/**
 * Empties SQLite's write-ahead log, which otherwise contains deleted values until it is overwritten. Never waits for
 * other processes inside SQLite, because that would block the event loop. PostgreSQL's log cannot be emptied.
 */
export const truncateWal = async (db: Db): Promise<void> => {
  if (isPostgres(db)) return;
  for (let attempt = 1; attempt <= TRUNCATE_ATTEMPTS && !(await checkpoint(db)); attempt++)
    await delay(TRUNCATE_PAUSE_MS);
};

/** @returns false if another process keeps the log in use */
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
