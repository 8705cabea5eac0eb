/** Idempotency keys in SQL. Each is held by one request, identified by the time it started. */
import type { Db } from '../db/dialect.js';
import type { NewRow, Row } from '../db/tables.js';

type KeyRow = Row<'idempotencyKey'>;
type Holder = Pick<KeyRow, 'id' | 'accountId' | 'entryDate'>;

/** @returns the new row, or undefined if the caller already has the key */
export const insertKey = (db: Db, values: NewRow<'idempotencyKey'>): Promise<KeyRow | undefined> =>
  db
    .insertInto('idempotencyKey')
    .values(values)
    .onConflict((conflict) => conflict.columns(['accountId', 'caller', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const findKey = (
  db: Db,
  { accountId, caller, key }: Pick<KeyRow, 'accountId' | 'caller' | 'key'>,
): Promise<KeyRow | undefined> =>
  db
    .selectFrom('idempotencyKey')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirst();

/**
 * Updates the row if `holder` still holds the key.
 * @returns the updated row, or undefined if another request holds it
 */
export const changeKey = (
  db: Db,
  holder: Holder,
  values: Partial<NewRow<'idempotencyKey'>>,
): Promise<KeyRow | undefined> =>
  db
    .updateTable('idempotencyKey')
    .set(values)
    .where('accountId', '=', holder.accountId)
    .where('id', '=', holder.id)
    .where('entryDate', '=', holder.entryDate)
    .returningAll()
    .executeTakeFirst();

export const releaseKey = async (db: Db, holder: Holder): Promise<void> => {
  await db
    .deleteFrom('idempotencyKey')
    .where('accountId', '=', holder.accountId)
    .where('id', '=', holder.id)
    .where('entryDate', '=', holder.entryDate)
    .execute();
};

/** Deletes the keys of all accounts that were first used before this time. */
export const deleteKeysBefore = async (db: Db, time: string): Promise<void> => {
  await db.deleteFrom('idempotencyKey').where('entryDate', '<', time).execute();
};
