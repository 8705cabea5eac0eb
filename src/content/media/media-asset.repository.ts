/** Media assets in SQL: records with their related records, their uploads, chapters and transcripts. */
import { completeChapter } from '../records/chapter.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Upload } from '../../platform/storage/upload.repository.js';
import type { MediaAsset } from '../records/media-asset.record.js';

/** Adds variant types and chapters, and the items if `expand` names them: one query each, however many rows. */
export const completeMedia = async (
  db: Db,
  accountId: number,
  rows: Row<'mediaAsset'>[],
  expand: readonly string[] = [],
): Promise<MediaAsset[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const typeIds = rows.map(({ variantTypeId }) => variantTypeId);
  const [types, chapters, items] = await Promise.all([
    rowsById(db, 'variantType', accountId, typeIds),
    existingRows(db, 'chapter', accountId)
      .selectAll()
      .where('mediaAssetId', 'in', ids)
      .orderBy('startMs')
      .orderBy('id')
      .execute(),
    expand.includes('item') ? itemsOf(db, accountId, rows) : undefined,
  ]);
  const byAsset = groupBy(chapters.map(completeChapter), ({ mediaAssetId }) => mediaAssetId);
  return rows.map((row) =>
    Object.assign(row, {
      item: items?.get(row.itemId) ?? null,
      variantType: types.get(row.variantTypeId ?? 0) ?? null,
      chapters: byAsset.get(row.id) ?? [],
    }),
  );
};

const itemsOf = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'mediaAsset'>[],
): Promise<Map<number, Row<'item'>>> => {
  const items = await db
    .selectFrom('item')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', 'in', [...new Set(rows.map(({ itemId }) => itemId))])
    .execute();
  return new Map(items.map((item) => [item.id, item]));
};

/** The upload that the asset's file comes with. */
export const uploadOf = (db: Db, accountId: number, mediaAssetId: number): Promise<Upload | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'media')
    .where('subjectId', '=', mediaAssetId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Where the last chapter of the asset begins, ms. */
export const lastChapterStart = async (
  db: Db,
  accountId: number,
  mediaAssetId: number,
): Promise<number | undefined> => {
  const row = await existingRows(db, 'chapter', accountId)
    .select('startMs')
    .where('mediaAssetId', '=', mediaAssetId)
    .orderBy('startMs', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.startMs;
};

/** The transcript of the asset, if it has one. */
export const transcriptOf = (
  db: Db,
  accountId: number,
  { id, itemId }: Pick<Row<'mediaAsset'>, 'id' | 'itemId'>,
): Promise<Pick<Row<'transcript'>, 'id' | 'isCurrent'> | undefined> =>
  db
    .selectFrom('transcript')
    .select(['id', 'isCurrent'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('mediaAssetId', '=', id)
    .executeTakeFirst();

/** Deletes the asset's chapters, softly. */
export const removeChapters = async (
  trx: Db,
  accountId: number,
  mediaAssetId: number,
  deletedDate: string,
): Promise<void> => {
  await trx
    .updateTable('chapter')
    .set({ deletedDate })
    .where('accountId', '=', accountId)
    .where('mediaAssetId', '=', mediaAssetId)
    .where('deletedDate', 'is', null)
    .execute();
};

/** Brings back the chapters that were deleted with the asset. */
export const restoreChapters = async (
  trx: Db,
  accountId: number,
  mediaAssetId: number,
  deletedDate: string | null,
): Promise<void> => {
  await trx
    .updateTable('chapter')
    .set({ deletedDate: null })
    .where('accountId', '=', accountId)
    .where('mediaAssetId', '=', mediaAssetId)
    .where('deletedDate', '=', deletedDate)
    .execute();
};
