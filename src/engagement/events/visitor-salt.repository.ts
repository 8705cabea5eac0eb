/** Stores the salts of visitor hashes in SQL, so that all processes of an installation share them. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { truncateWal } from '../../platform/db/truncate-wal.js';
import type { NewRow } from '../../platform/db/tables.js';

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
