/**
 * Determines the current transcript of an item: the first by displayOrder among those that may be indexed,
 * otherwise the first; and its recording, which is indexed as long as there is none.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { READY_OR_LATER } from './item-wizard.js';
import { existingRows, rowsWhere } from '../../platform/db/rows.js';

/** Items per query, because SQLite allows 32,766 parameters. */
const BATCH_ITEMS = 1_000;

/** 0 if the variant type of the transcript's media asset excludes it from the index. */
const indexable = sql<number>`coalesce("variantType"."indexable", 1)`;

const transcripts = (db: Db, accountId: number, itemIds: readonly number[]) =>
  rowsWhere(db, 'transcript', { accountId })
    .leftJoin('mediaAsset', 'mediaAsset.id', 'transcript.mediaAssetId')
    .leftJoin('variantType', 'variantType.id', 'mediaAsset.variantTypeId')
    .where('transcript.itemId', 'in', itemIds);

export interface CurrentTranscript {
  itemId: number;
  mediaAssetId: number | null;
  contentHash: string;
  endMs: number | null;
  isIndexable: boolean;
}

/** The current transcripts, by item id. */
export const currentTranscripts = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, CurrentTranscript>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await transcripts(db, accountId, itemIds)
    .select([
      'transcript.itemId',
      'transcript.mediaAssetId',
      'transcript.contentHash',
      'transcript.endMs',
      indexable.as('indexable'),
    ])
    .where('transcript.isCurrent', '=', 1)
    .execute();
  return new Map(
    rows.map(({ indexable: flag, ...row }) => [row.itemId, { ...row, isIndexable: flag === 1 }]),
  );
};

/** Updates the current transcript of each item, after a change to transcripts, media or variant types. */
export const chooseTranscripts = async (
  trx: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  if (itemIds.length === 0) return;
  const rows = await transcripts(trx, accountId, itemIds)
    .select(['transcript.id', 'transcript.itemId', 'transcript.isCurrent'])
    .orderBy('transcript.itemId')
    .orderBy(indexable, 'desc')
    .orderBy('variantType.displayOrder', (o) => o.asc().nullsLast())
    .orderBy('transcript.mediaAssetId')
    .execute();
  const chosen = rows.filter(({ itemId }, i) => rows[i - 1]?.itemId !== itemId);
  const changed = chosen.filter(({ isCurrent }) => isCurrent !== 1);
  if (changed.length === 0) return;
  const set = trx.updateTable('transcript').where('accountId', '=', accountId);
  const changedItems = changed.map(({ itemId }) => itemId);
  await set.set({ isCurrent: 0 }).where('itemId', 'in', changedItems).where('isCurrent', '=', 1).execute();
  const changedIds = changed.map(({ id }) => id);
  await set.set({ isCurrent: 1 }).where('id', 'in', changedIds).execute();
};

/** Like `chooseTranscripts`; also re-indexes processed items that were indexed with another transcript. */
export const syncTranscripts = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  for (let start = 0; start < itemIds.length; start += BATCH_ITEMS) {
    const batch = itemIds.slice(start, start + BATCH_ITEMS);
    await chooseTranscripts(trx, accountId, batch);
    const current = await currentTranscripts(trx, accountId, batch);
    const items = await rowsWhere(trx, 'item', { accountId, deletedDate: null })
      .select(['id', 'indexedMediaAssetId'])
      .where('id', 'in', batch)
      .where('status', 'in', [...READY_OR_LATER])
      .execute();
    const outdated = items.filter(({ id, indexedMediaAssetId }) => {
      const transcript = current.get(id);
      return transcript && indexedMediaAssetId !== indexedBy(transcript);
    });
    const jobs = outdated.map(({ id }) => ({ itemId: id }));
    await enqueueMany(trx, clock, accountId, 'processItem', jobs);
  }
};

/** The item's `indexedMediaAssetId` once it is processed. */
export const indexedBy = ({
  isIndexable,
  mediaAssetId,
}: Pick<CurrentTranscript, 'isIndexable' | 'mediaAssetId'>): number | null =>
  isIndexable ? mediaAssetId : null;

export interface Recording {
  id: number;
  /** Whether it is a file here, and not a video elsewhere. */
  isFile: boolean;
}

/** The recording of each item that visitors can play and that may be indexed, by item id: files come first. */
export const playableRecordings = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Recording>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await existingRows(db, 'mediaAsset', accountId, { status: 'ready' })
    .leftJoin('variantType', 'variantType.id', 'mediaAsset.variantTypeId')
    .select(['mediaAsset.id', 'mediaAsset.itemId', 'mediaAsset.url'])
    .where('mediaAsset.itemId', 'in', itemIds)
    .where('mediaAsset.contentType', 'in', ['audio', 'video'])
    .where(sql<boolean>`("mediaAsset"."url" is not null or "mediaAsset"."externalPlatformId" is not null)`)
    .where(indexable, '=', 1)
    .orderBy(sql`case when "mediaAsset"."url" is null then 1 else 0 end`)
    .orderBy('variantType.displayOrder', (o) => o.asc().nullsLast())
    .orderBy('mediaAsset.id')
    .execute();
  const recordings = new Map<number, Recording>();
  for (const { id, itemId, url } of rows)
    if (!recordings.has(itemId)) recordings.set(itemId, { id, isFile: url !== null });
  return recordings;
};

/** Items with a transcript that belongs to media of the collection. */
export const itemsWithTranscripts = async (
  db: Db,
  accountId: number,
  collectionId: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('transcript')
    .innerJoin('item', 'item.id', 'transcript.itemId')
    .select('item.id')
    .distinct()
    .where('item.accountId', '=', accountId)
    .where('item.collectionId', '=', collectionId)
    .execute();
  return rows.map(({ id }) => id);
};
