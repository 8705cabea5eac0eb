/** Which weeks the accounts are done with, in SQL. */
import type { Db } from '../../platform/db/dialect.js';

/** The last week of each account; accounts that have had none are missing. */
export const lastWeeks = async (db: Db): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'digestWeek'])
    .where('digestWeek', 'is not', null)
    .$narrowType<{ digestWeek: string }>()
    .execute();
  return new Map(rows.map(({ id, digestWeek }) => [id, digestWeek]));
};

/** Marks the week as done. @returns false if it or a later one was done before: by another process, for example */
export const claimWeek = async (trx: Db, accountId: number, week: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ digestWeek: week })
    .where('id', '=', accountId)
    .where((eb) => eb.or([eb('digestWeek', 'is', null), eb('digestWeek', '<', week)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
