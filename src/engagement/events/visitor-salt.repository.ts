/** Stores the salts of visitor hashes in SQL, so that all processes of an installation share them. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import type { NewRow } from '../../platform/db/tables.js';

const TRUNCATE_ATTEMPTS = 10;
const TRUNCATE_PAUSE_MS = 50;

/** Returns the stored salt of the day, or stores the given one. Destroys the account's salts of earlier days. */
export const findOrInsertSalt = async (db: Db, values: NewRow<'visitorSalt'>): Promise<string> => {
  const { salt, destroyed } = await db.transaction().execute(async (trx) => {
    const { accountId, day } = values;
    const { numDeletedRows } = await trx
      .deleteFrom('visitorSalt')
      .where('accountId', '=', accountId)
      .where('day', '<', day)
      .executeTakeFirst();
    await trx
      .insertInto('visitorSalt')
      .values(values)
      .onConflict((conflict) => conflict.columns(['accountId', 'day']).doNothing())
      .execute();
    const { salt } = await trx
      .selectFrom('visitorSalt')
      .select('salt')
      .where('accountId', '=', accountId)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    return { salt, destroyed: numDeletedRows > 0 };
  });
  if (destroyed) await truncateWal(db);
  return salt;
};

/**
 * Destroys all salts created before `time`, and truncates the write-ahead log, which may still contain salts
 * deleted while another process used it.
 */
export const destroySalts = async (db: Db, time: string): Promise<void> => {
  await db.deleteFrom('visitorSalt').where(sql.ref('entryDate'), '<', time).execute();
  await truncateWal(db);
};

/**
 * Empties SQLite's write-ahead log, which otherwise contains deleted salts until it is overwritten. Never waits for
 * other processes inside SQLite, because that would block the event loop. PostgreSQL's log cannot be emptied.
 */
const truncateWal = async (db: Db): Promise<void> => {
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
