/** What is sample content in an account, and whether it has been added or removed. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { columns } = schemaTools(db);
  await db.schema.alterTable('account').addColumn('samples', 'text').execute();
  const table = columns(db.schema.createTable('sampleRecord'), 'integer', 'accountId!>account');
  await columns(table, 'text', 'type! record!')
    .addPrimaryKeyConstraint('sampleRecord_pk', ['accountId', 'type', 'record'] as never[])
    .execute();
};
