/** The account that hosts without an account label serve. */
import type { Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('account')
    .addColumn('isDefault', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
};
