/** Finds the imported files of an account by their content, whatever collection they are in. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> =>
  schemaTools(db).index('importedFile', 'accountId contentHash');
