/** What a chat server writes of the talks of items. */
import type { Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index } = schemaTools(db);
  await create(
    'writing',
    'accountId!>account itemId!>item',
    'status! contentHash! model! written message failedDate entryDate!',
  );
  await index('writing', 'itemId', { unique: true });
};
