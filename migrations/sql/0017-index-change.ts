/** Writes to the search index, so that processes that hold it in memory read again what changed. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index, types } = schemaTools(db);
  await sql`alter table "indexVersion" add column "changes" ${types.integer} not null default 0`.execute(db);
  await create('indexChange', 'indexVersionId! position! accountId! withChunks!', 'itemIds!');
  await index('indexChange', 'indexVersionId position', { unique: true });
};
