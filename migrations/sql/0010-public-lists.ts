/** Indexes of what the lists of the public host show: public items only, with the columns that these are filtered by. */
import { sql, type Kysely } from 'kysely';

/**
 * Keys by index. The condition is that of `isPublicItem`, so that queries may use them. The status is a key, though
 * always the same, because SQLite prefers the index that more conditions fit.
 */
const KEYS = {
  item_public_date: '"accountId", "status", "date", "id", "collectionId", "seriesId"',
  item_public_collection: '"accountId", "status", "collectionId", "date", "id", "seriesId"',
  item_public_series: '"accountId", "status", "seriesId", "date", "id", "collectionId"',
  item_public_title: '"accountId", "status", lower("title"), "id", "collectionId", "seriesId", "date"',
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [name, keys] of Object.entries(KEYS))
    await sql`create index ${sql.id(name)} on "item" (${sql.raw(keys)})
      where "deletedDate" is null and "status" = 'published'`.execute(db);
  await sql`create index "series_accountId_sortOrder" on "series" ("accountId", "sortOrder", "id")
    where "deletedDate" is null`.execute(db);
};
