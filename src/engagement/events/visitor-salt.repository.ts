/** The salts of visitors' hashes, in SQL, so that all processes of an installation use the same one. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow } from '../../platform/db/tables.js';

/** The day's salt: the stored one, or else the given one. Deletes the salts of the account's earlier days. */
export const findOrInsertSalt = (db: Db, values: NewRow<'visitorSalt'>): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const { accountId, day } = values;
    await trx.deleteFrom('visitorSalt').where('accountId', '=', accountId).where('day', '<', day).execute();
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
    return salt;
  });

/** Deletes the salts made before `time`, of all accounts. @returns how many */
export const deleteSalts = async (db: Db, time: string): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('visitorSalt')
    .where(sql.ref('entryDate'), '<', time)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
