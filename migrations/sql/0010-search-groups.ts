/** Searches that staff do not want to see among groups of searches, and the further queries of pins. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, add, index } = schemaTools(db);
  await create('ignoredQuery', { integers: 'accountId!>account', texts: 'query! entryDate!' });
  await index('ignoredQuery', 'accountId query', { unique: true });
  await add('searchPin', { texts: 'otherQueries!=[]' });
};
