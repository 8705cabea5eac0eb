/** How far the steps of an item's processing are, and what is wrong with a media file. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { create, index, types } = schemaTools(db);
  await create(
    'processingStep',
    'accountId!>account itemId!>item percent!',
    'name! status! message input startedDate finishedDate',
  );
  await index('processingStep', 'itemId name', { unique: true });
  // Which runs are under way, for the sweep.
  await sql`create index "processing_running" on "processing" ("id") where "status" = 'running'`.execute(db);
  await sql`alter table "mediaAsset" add column "errorMessage" ${types.text}`.execute(db);
};
