/** The salts of visitors' hashes in SQL, so that all processes of an installation use the same one. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { NewRow } from '../../platform/db/tables.js';

/** The day's salt: what is stored, or `values` where nothing was. Salts of the account's earlier days are destroyed. */
export const keepSalt = (db: Db, values: NewRow<'visitorSalt'>): Promise<string> =>
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

/** Destroys the salts made before `time`, of any account: maintenance. */
export const destroySalts = async (db: Db, time: string): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('visitorSalt')
    .where(sql.ref('entryDate'), '<', time)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
