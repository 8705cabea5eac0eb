/** How often a process ended while a job ran, and indexes by which what fell through is found. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { integer } = schemaTools(db).types;
  await sql`alter table "job" add column "crashes" ${integer} not null default 0`.execute(db);
  await sql`create index "item_underway" on "item" ("updatedDate")
    where "status" in ('queued', 'processing', 'publishing', 'unpublishing')`.execute(db);
  await sql`create index "mediaAsset_underway" on "mediaAsset" ("entryDate")
    where "status" in ('uploaded', 'processing')`.execute(db);
};
