/** Accounts in SQL. The only repository whose functions take no account id, because they find the account. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { prepared } from '../../platform/db/prepared.js';
import type { NewRow } from '../../platform/db/tables.js';
import { readersOf, toAccount, type Account } from './account.record.js';
import type { Readers } from '../../../indexer/index.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

const byShortName = prepared((db: Db, shortName: string) =>
  rowsWhere(db, 'account', { shortName }).selectAll(),
);

export const findAccount = async (db: Db, shortName: string): Promise<Account | null> => {
  const [row] = await byShortName(db, shortName);
  return row ? toAccount(row) : null;
};

export const accountById = async (db: Db, id: number): Promise<Account | null> => {
  const row = await rowsWhere(db, 'account', { id }).selectAll().executeTakeFirst();
  return row ? toAccount(row) : null;
};

/** How the account's people write references. */
export const accountReaders = async (db: Db, id: number): Promise<Readers> =>
  readersOf((await accountById(db, id))?.settings ?? {});

export const allAccounts = async (db: Db): Promise<Account[]> =>
  (await db.selectFrom('account').selectAll().orderBy('id').execute()).map(toAccount);

/** The default account or, without one, the only account if there is exactly one. */
export const defaultAccount = async (db: Db): Promise<Account | null> => {
  const [first, second] = await db
    .selectFrom('account')
    .selectAll()
    .orderBy('isDefault', 'desc')
    .limit(2)
    .execute();
  return first && (first.isDefault || !second) ? toAccount(first) : null;
};

/** Makes this account the default, replacing any other. */
export const setDefaultAccount = async (db: Db, accountId: number): Promise<void> => {
  await db
    .updateTable('account')
    .set((eb) => ({ isDefault: eb.case().when('id', '=', accountId).then(eb.lit(1)).else(eb.lit(0)).end() }))
    .execute();
};

export const insertAccount = async (db: Db, values: NewRow<'account'>): Promise<Account> =>
  toAccount(await db.insertInto('account').values(values).returningAll().executeTakeFirstOrThrow());

/** The account, locked against other writers until the transaction ends. */
export const lockAccount = async (trx: Db, accountId: number): Promise<Account> => {
  const query = rowsWhere(trx, 'account', { id: accountId }).selectAll();
  return toAccount(await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow());
};

export const updateAccount = async (
  db: Db,
  accountId: number,
  values: Partial<NewRow<'account'>>,
): Promise<Account> =>
  toAccount(
    await updateWhere(db, 'account', { id: accountId }).set(values).returningAll().executeTakeFirstOrThrow(),
  );

export const MAX_VOCABULARY = 500;
export const MAX_VOCABULARY_LENGTH = 60;

/** Adds the words at the end, unless they are there, or the vocabulary is full. */
export const addToVocabulary = (db: Db, accountId: number, words: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { settings } = await lockAccount(trx, accountId);
    const { vocabulary = [] } = settings;
    if (vocabulary.includes(words) || vocabulary.length >= MAX_VOCABULARY) return;
    const changed = { ...settings, vocabulary: [...vocabulary, words] };
    await updateAccount(trx, accountId, { settings: JSON.stringify(changed) });
  });
