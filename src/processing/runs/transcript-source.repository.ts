/** Reads the transcripts of items for the steps. */
import { readText } from '../../transcripts/stored/transcript-text.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { rowsWhere } from '../../platform/db/rows.js';

const current = (db: Db, accountId: number, itemIds: readonly number[]) =>
  rowsWhere(db, 'transcript', { isCurrent: 1 })
    .where('transcript.accountId', '=', accountId)
    .where('itemId', 'in', itemIds);

/** Sizes in bytes, by item id. Items without a transcript are absent. */
export const transcriptBytes = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await current(db, accountId, itemIds)
    .innerJoin('transcriptText', 'transcriptText.id', 'transcript.textId')
    .select(['itemId', 'sizeBytes'])
    .execute();
  return new Map(rows.map(({ itemId, sizeBytes }) => [itemId, sizeBytes]));
};

/** The segments as JSON with their hash, by item id. */
export const readSegments = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, { segments: string; contentHash: string }>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await current(db, accountId, itemIds).select(['itemId', 'textId', 'contentHash']).execute();
  const segments = new Map<number, { segments: string; contentHash: string }>();
  for (const { itemId, textId, contentHash } of rows)
    segments.set(itemId, { segments: await readText(db, accountId, textId), contentHash });
  return segments;
};
