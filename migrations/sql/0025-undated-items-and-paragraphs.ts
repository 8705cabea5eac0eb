/** Items whose date nobody knows, and the paragraph in which each chunk of a transcript without times begins. */
import { sql, type Kysely } from 'kysely';
import type { Segment } from '../../indexer/index.js';
import { cutChunks, type ItemChunk } from '../../src/content/transcripts/item-chunks.js';
import { schemaTools } from './schema-tools.js';

interface Tables {
  transcript: { id: number; itemId: number; isCurrent: number; endMs: number | null; segments: string };
  chunk: { itemId: number; ordinal: number; text: string; paragraph: number | null };
}

/** Keys by index, as in 0010, with what is undated last among the newest. */
const KEYS = {
  item_public_date: '"accountId", "status", "dateIsKnown", "date", "id", "collectionId", "seriesId"',
  item_public_collection: '"accountId", "status", "collectionId", "dateIsKnown", "date", "id", "seriesId"',
  item_public_series: '"accountId", "status", "seriesId", "date", "id", "collectionId", "dateIsKnown"',
  item_public_title:
    '"accountId", "status", "sortTitle", "id", "collectionId", "seriesId", "date", "dateIsKnown"',
};

const ROWS = 200;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { integer } = schemaTools(db).types;
  await sql`alter table "item" add column "dateIsKnown" ${integer} not null default 1`.execute(db);
  await sql`alter table "chunk" add column "paragraph" ${integer}`.execute(db);
  for (const [name, keys] of Object.entries(KEYS)) {
    await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`create index ${sql.id(name)} on "item" (${sql.raw(keys)})
      where "deletedDate" is null and "status" = 'published'`.execute(db);
  }
  await fillParagraphs(db as Kysely<Tables>);
};

const fillParagraphs = async (db: Kysely<Tables>): Promise<void> => {
  for (let after = 0; ;) {
    const row = await db
      .selectFrom('transcript')
      .select(['id', 'itemId', 'segments'])
      .where('isCurrent', '=', 1)
      .where('endMs', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return;
    after = row.id;
    const chunks = cutChunks(JSON.parse(row.segments) as Segment[]);
    for (let start = 0; start < chunks.length; start += ROWS)
      await fillChunks(db, row.itemId, chunks.slice(start, start + ROWS));
  }
};

/** A chunk that another version has cut has another text, and stays without. */
const fillChunks = async (
  db: Kysely<Tables>,
  itemId: number,
  chunks: readonly ItemChunk[],
): Promise<void> => {
  const cases = chunks.map(
    ({ ordinal, text, paragraph }) =>
      sql`when ${sql.lit(ordinal)} then case when "text" = ${text} then ${sql.lit(paragraph)} end`,
  );
  await db
    .updateTable('chunk')
    .set({ paragraph: sql<number | null>`case "ordinal" ${sql.join(cases, sql` `)} end` })
    .where('itemId', '=', itemId)
    .where('ordinal', '>=', chunks[0]!.ordinal)
    .where('ordinal', '<=', chunks.at(-1)!.ordinal)
    .execute();
};
