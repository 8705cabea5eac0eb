/** Media assets in SQL: their uploads, chapters and transcripts. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, updateWhere, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Upload } from '../../platform/storage/upload.repository.js';
import { conflict } from '../../platform/lib/errors.js';
import { isSameVideo } from '../records/external-video.js';
import { enqueueMany, type EnqueueOptions } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';

/** The upload of the asset's file. */
export const uploadOf = (db: Db, accountId: number, mediaAssetId: number): Promise<Upload | undefined> =>
  rowsWhere(db, 'upload', { accountId, purpose: 'media', subjectId: mediaAssetId })
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Start of the asset's last chapter in ms. */
export const lastChapterStart = async (
  db: Db,
  accountId: number,
  mediaAssetId: number,
): Promise<number | undefined> => {
  const row = await existingRows(db, 'chapter', accountId, { mediaAssetId })
    .select('startMs')
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
  rowsWhere(db, 'transcript', { accountId, itemId, mediaAssetId: id })
    .select(['id', 'isCurrent'])
    .executeTakeFirst();

/** Soft-deletes the asset's chapters. */
export const removeChapters = async (
  trx: Db,
  accountId: number,
  mediaAssetId: number,
  deletedDate: string,
): Promise<void> => {
  await updateWhere(trx, 'chapter', { accountId, mediaAssetId, deletedDate: null })
    .set({ deletedDate })
    .execute();
};

/** Restores the chapters that were deleted with the asset. */
export const restoreChapters = async (
  trx: Db,
  accountId: number,
  mediaAssetId: number,
  deletedDate: string | null,
): Promise<void> => {
  await updateWhere(trx, 'chapter', { accountId, mediaAssetId })
    .set({ deletedDate: null })
    .where('deletedDate', '=', deletedDate)
    .execute();
};

const nouns = { mediaAsset: 'media asset', resource: 'resource' } as const;

interface ExternalVideo {
  externalPlatform: string | null;
  externalPlatformId: string | null;
}

/**
 * Checks a video, if there is one; the item must be locked.
 * @param ownId the record that may already have the video
 * @throws {ConflictError} when another record of this kind has it
 */
export const assertVideoAvailable = async (
  trx: Db,
  table: keyof typeof nouns,
  { accountId, id: itemId }: { accountId: number; id: number },
  { externalPlatform, externalPlatformId }: Partial<ExternalVideo>,
  ownId?: number,
): Promise<void> => {
  if (!externalPlatform || !externalPlatformId) return;
  const rows = await existingRows(trx, table as 'resource', accountId, { itemId, externalPlatform })
    .select(['id', 'externalPlatformId'])
    .orderBy('id')
    .execute();
  const other = rows.find(
    ({ id, externalPlatformId: known }) =>
      id !== ownId && known !== null && isSameVideo(known, externalPlatformId),
  );
  if (!other) return;
  const holder = `${nouns[table]} ${other.id}`;
  throw conflict(`The item already has this video, as ${holder}`, [
    { path: 'externalPlatformId', message: `is the video of ${holder} of this item` },
  ]);
};

/** Keys of all files beside this one. */
export const renditionKeys = async (db: Db, accountId: number, blobKey: string): Promise<string[]> => {
  const folder = blobKey.slice(0, blobKey.lastIndexOf('/'));
  const rows = await db
    .selectFrom('storedFile')
    .select('blobKey')
    .where('accountId', '=', accountId)
    // `0` follows `/` in ASCII, so the range contains everything in the folder.
    .where('blobKey', '>', `${folder}/`)
    .where('blobKey', '<', `${folder}0`)
    .where('blobKey', '!=', blobKey)
    .execute();
  return rows.map((row) => row.blobKey);
};

/** Enqueues the removal of the file and its renditions. */
export const removeWithRenditions = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  blobKey: string,
  options?: EnqueueOptions,
): Promise<void> => {
  const keys = [blobKey, ...(await renditionKeys(trx, accountId, blobKey))];
  const jobs = keys.map((key) => ({ blobKey: key }));
  await enqueueMany(trx, clock, accountId, 'removeBlob', jobs, options);
};
