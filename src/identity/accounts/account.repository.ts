/** Accounts in SQL. The one repository that may start without an account id: it is how one is found. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import type { NewRow } from '../../platform/db/tables.js';
import { toAccount, type Account } from './account.record.js';

export const findAccount = async (db: Db, shortName: string): Promise<Account | null> => {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('shortName', '=', shortName)
    .executeTakeFirst();
  return row ? toAccount(row) : null;
};

export const accountById = async (db: Db, id: number): Promise<Account | null> => {
  const row = await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAccount(row) : null;
};

/** The account, where the installation has exactly one. */
export const onlyAccount = async (db: Db): Promise<Account | null> => {
  const rows = await db.selectFrom('account').selectAll().limit(2).execute();
  return rows.length === 1 && rows[0] ? toAccount(rows[0]) : null;
};

export const insertAccount = async (db: Db, values: NewRow<'account'>): Promise<Account> =>
  toAccount(await db.insertInto('account').values(values).returningAll().executeTakeFirstOrThrow());

/** The account, kept from other writers until the transaction ends. */
export const lockAccount = async (trx: Db, accountId: number): Promise<Account> => {
  const query = trx.selectFrom('account').selectAll().where('id', '=', accountId);
  return toAccount(await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow());
};

export const updateAccount = async (
  db: Db,
  accountId: number,
  values: Partial<NewRow<'account'>>,
): Promise<Account> =>
  toAccount(
    await db
      .updateTable('account')
      .set(values)
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
