/** What an import wrote, to tell what staff have changed since; the imported folder, and files that are gone from it. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['written', 'folder', 'goneDate'])
    await db.schema.alterTable('importedFile').addColumn(column, 'text').execute();
  await schemaTools(db).index('importedFile', 'collectionId contentHash');
};
