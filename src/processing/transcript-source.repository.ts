/** Reads the transcripts of items for the steps. */
import { sql } from 'kysely';
import type { Db } from '../platform/db/dialect.js';

const current = (db: Db, accountId: number, itemIds: readonly number[]) =>
  db
    .selectFrom('transcript')
    .where('accountId', '=', accountId)
    .where('itemId', 'in', [...itemIds])
    .where('isCurrent', '=', 1);

/** Sizes in bytes, by item id. Items without a transcript are absent. */
export const transcriptBytes = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await current(db, accountId, itemIds)
    .select(['itemId', sql<number>`octet_length("segments")`.as('bytes')])
    .execute();
  return new Map(rows.map(({ itemId, bytes }) => [itemId, bytes]));
};

/** The segments as JSON with their hash, by item id. */
export const readSegments = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, { segments: string; contentHash: string }>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await current(db, accountId, itemIds).select(['itemId', 'segments', 'contentHash']).execute();
  return new Map(rows.map((row) => [row.itemId, row]));
};
