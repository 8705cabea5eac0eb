/** The chunks of transcripts in SQL, which processing stores and the search index is made from. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunksDigest, type Chunk } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { groupBy } from '../../platform/lib/group.js';
import type { ItemChunk } from './chunk-transcript.js';
import { existingRows, rowsWhere, deleteWhere, findsRow } from '../../platform/db/rows.js';

/** Rows per insert, so that other queries do not wait long. */
const INSERT_ROWS = 200;

/** Replaces the item's chunks. */
export const replaceChunks = async (
  trx: Db,
  accountId: number,
  itemId: number,
  chunks: readonly ItemChunk[],
): Promise<void> => {
  await deleteWhere(trx, 'chunk', { accountId, itemId }).execute();
  for (let start = 0; start < chunks.length; start += INSERT_ROWS) {
    const rows = chunks.slice(start, start + INSERT_ROWS);
    await trx
      .insertInto('chunk')
      .values(
        rows.map(({ ordinal, text, startMs, endMs, speaker, paragraph }) => ({
          accountId,
          itemId,
          ordinal,
          text,
          startMs,
          endMs,
          speaker,
          paragraph,
        })),
      )
      .execute();
    await setImmediate();
  }
};

/** The chunks of items, for the search index, by item id. */
export const chunksToIndex = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Chunk[]>> => {
  const rows = await rowsWhere(db, 'chunk', { accountId })
    .select(['itemId', 'ordinal', 'text', 'startMs', 'endMs', 'speaker'])
    .where('itemId', 'in', itemIds)
    .orderBy('itemId')
    .orderBy('ordinal')
    .execute();
  return groupBy(rows, ({ itemId }) => itemId);
};

/** Chunks per query, so that a long transcript does not delay other requests. */
const PAGE_CHUNKS = 1_000;

/** The chunks of a processed item, in order, page by page. */
export async function* chunkPages(
  db: Db,
  accountId: number,
  itemId: number,
): AsyncGenerator<Pick<Chunk, 'text' | 'startMs' | 'endMs'>[]> {
  for (let after = -1; ;) {
    const rows = await rowsWhere(db, 'chunk', { accountId, itemId })
      .select(['ordinal', 'text', 'startMs', 'endMs'])
      .where('ordinal', '>', after)
      .orderBy('ordinal')
      .limit(PAGE_CHUNKS)
      .execute();
    if (rows.length > 0) yield rows.map(({ text, startMs, endMs }) => ({ text, startMs, endMs }));
    if (rows.length < PAGE_CHUNKS) return;
    after = rows.at(-1)!.ordinal;
    await setImmediate();
  }
}

/** Items whose chunks are read at a time, so that other queries do not wait long. */
const DIGESTED_ITEMS = 16;

/** By item: the digest of its chunks. */
export const chunkDigests = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, string>> => {
  const digests = new Map<number, string>();
  for (let start = 0; start < itemIds.length; start += DIGESTED_ITEMS) {
    const some = itemIds.slice(start, start + DIGESTED_ITEMS);
    const chunks = await chunksToIndex(db, accountId, some);
    for (const itemId of some) digests.set(itemId, chunksDigest(chunks.get(itemId) ?? []));
    await setImmediate();
  }
  return digests;
};

/**
 * Number of chunks by item, without deleted items: what the index should contain. Without a transcript it is 0.
 * @param itemIds all items if absent
 */
export const chunkCounts = async (
  db: Db,
  accountId: number,
  itemIds?: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await existingRows(db, 'item', accountId)
    .leftJoin('chunk', 'chunk.itemId', 'item.id')
    .select(({ fn }) => ['item.id as itemId', fn.count<number>('chunk.itemId').as('count')])
    .where(isToIndex)
    .$if(itemIds !== undefined, (query) => query.where('item.id', 'in', itemIds!))
    .groupBy('item.id')
    .execute();
  return new Map(rows.map(({ itemId, count }) => [itemId, count]));
};

/** Condition for rows of `item` that the index should contain, unless they are deleted. */
export const isToIndex = sql<boolean>`("item"."indexedMediaAssetId" is not null
  or exists (select 1 from "chunk" where "chunk"."itemId" = "item"."id"))`;

/** Whether any account has items to index. */
export const anyToIndex = (db: Db): Promise<boolean> => findsRow(db.selectFrom('item').where(isToIndex));
