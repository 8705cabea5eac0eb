/** Searches that staff have dealt with, and do not want to see among the groups any more. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

export type IgnoredQuery = Pick<Row<'ignoredQuery'>, 'id' | 'query' | 'entryDate'>;

const COLUMNS = ['id', 'query', 'entryDate'] as const;

export const listIgnored = (db: Db, accountId: number): Promise<IgnoredQuery[]> =>
  db.selectFrom('ignoredQuery').select(COLUMNS).where('accountId', '=', accountId).orderBy('query').execute();

/** Returns the row that there was, or a new one. */
export const findOrInsertIgnored = async (
  db: Db,
  values: { accountId: number; query: string; entryDate: string },
): Promise<IgnoredQuery> => {
  await db
    .insertInto('ignoredQuery')
    .values(values)
    .onConflict((conflict) => conflict.columns(['accountId', 'query']).doNothing())
    .execute();
  return db
    .selectFrom('ignoredQuery')
    .select(COLUMNS)
    .where('accountId', '=', values.accountId)
    .where('query', '=', values.query)
    .executeTakeFirstOrThrow();
};

export const findIgnored = (db: Db, accountId: number, id: number): Promise<IgnoredQuery | undefined> =>
  db
    .selectFrom('ignoredQuery')
    .select(COLUMNS)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteIgnored = async (db: Db, accountId: number, id: number): Promise<void> => {
  await db.deleteFrom('ignoredQuery').where('accountId', '=', accountId).where('id', '=', id).execute();
};
