/** Media assets in SQL: their uploads, chapters and transcripts. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Upload } from '../../platform/storage/upload.repository.js';

/** The upload of the asset's file. */
export const uploadOf = (db: Db, accountId: number, mediaAssetId: number): Promise<Upload | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'media')
    .where('subjectId', '=', mediaAssetId)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Start of the asset's last chapter in ms. */
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

/** Soft-deletes the asset's chapters. */
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

/** Restores the chapters that were deleted with the asset. */
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
