/** Files of several imported folders with one path, and why an uploaded file was refused. */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop index "importedFile_collectionId_path"`.execute(db);
  // Null would be unlike every other null.
  await sql`create unique index "importedFile_collectionId_path_folder" on "importedFile"
    ("collectionId", "path", coalesce("folder", ''))`.execute(db);
  await sql`alter table "upload" add column "refusal" ${schemaTools(db).types.text}`.execute(db);
};
