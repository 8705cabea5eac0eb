/** Keys by which public lists sort titles, as SQL's lower case leaves titles with other than ASCII letters after Z. */
import { sql, type Kysely } from 'kysely';
import { sortKey } from '../../src/platform/lib/sort-key.js';
import { schemaTools } from './schema-tools.js';

interface Titled {
  item: { id: number; title: string; sortTitle: string };
}

const BATCH = 200;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { text } = schemaTools(db).types;
  await sql`alter table "item" add column "sortTitle" ${text} not null default ''`.execute(db);
  await fillKeys(db as Kysely<Titled>);
  await sql`drop index "item_public_title"`.execute(db);
  await sql`create index "item_public_title" on "item"
    ("accountId", "status", "sortTitle", "id", "collectionId", "seriesId", "date")
    where "deletedDate" is null and "status" = 'published'`.execute(db);
};

const fillKeys = async (db: Kysely<Titled>): Promise<void> => {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('item')
      .select(['id', 'title'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    const cases = rows.map(({ id, title }) => sql`when ${sql.lit(id)} then ${sortKey(title)}`);
    const ids = rows.map(({ id }) => id);
    await db
      .updateTable('item')
      .set({ sortTitle: sql<string>`case "id" ${sql.join(cases, sql` `)} else '' end` })
      .where('id', 'in', ids)
      .execute();
  }
};
