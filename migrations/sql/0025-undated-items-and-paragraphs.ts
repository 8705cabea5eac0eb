/**
 * Items whose date nobody knows, and the paragraph in which each chunk of a transcript without times begins. Chunks that
 * are there already get theirs when their item is processed again.
 */
import { sql, type Kysely } from 'kysely';
import { schemaTools } from './schema-tools.js';

/** Keys by index, as in 0010, with what is undated last among the newest. */
const KEYS = {
  item_public_date: '"accountId", "status", "dateIsKnown", "date", "id", "collectionId", "seriesId"',
  item_public_collection: '"accountId", "status", "collectionId", "dateIsKnown", "date", "id", "seriesId"',
  item_public_series: '"accountId", "status", "seriesId", "date", "id", "collectionId", "dateIsKnown"',
  item_public_title:
    '"accountId", "status", "sortTitle", "id", "collectionId", "seriesId", "date", "dateIsKnown"',
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { integer } = schemaTools(db).types;
  await sql`alter table "item" add column "dateIsKnown" ${integer} not null default 1`.execute(db);
  await sql`alter table "chunk" add column "paragraph" ${integer}`.execute(db);
  for (const [name, keys] of Object.entries(KEYS)) {
    await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`create index ${sql.id(name)} on "item" (${sql.raw(keys)})
      where "deletedDate" is null and "status" = 'published'`.execute(db);
  }
};
