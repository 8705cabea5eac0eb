/** Stores the downloaded media of an episode in its media asset, and ends its download. */
import { createReadStream } from 'node:fs';
import { countRecord, lockJob } from '../../platform/account-jobs/account-job.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { getLocked, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { removeUnfinished } from '../../platform/storage/resumable.repository.js';
import type { Upload } from '../../platform/storage/upload.repository.js';
import type { Uploads } from '../../platform/storage/uploads.js';
import { assertMayProcess, isContributor } from '../../content/items/draft-policy.js';
import { applyEvent } from '../../content/items/item-status.repository.js';
import { planFile } from '../../content/media/create-media.js';
import { uploadOf } from '../../content/media/media-asset.repository.js';
import { chooseVariantType } from '../../content/media/media-rules.js';
import type { MediaMimeType } from '../../content/media/media-types.js';

export type Episode = Row<'importedEpisode'>;

export interface EpisodeStores {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Uploads;
}

export interface DownloadedFile {
  path: string;
  sizeBytes: number;
  contentType: 'audio' | 'video';
  mimeType: MediaMimeType;
}

/**
 * Safe to repeat.
 * @throws {AppError} when the caller may no longer change the item, or the file exceeds the quota
 */
export const storeEpisode = async (
  stores: EpisodeStores,
  caller: Caller,
  episode: Episode,
  file: DownloadedFile,
): Promise<void> => {
  const upload = await stores.db
    .transaction()
    .execute((trx) => planEpisode(trx, stores, caller, episode, file));
  if (upload) await stores.uploads.store(upload, () => createReadStream(file.path));
};

/** Null if the asset has its file. */
const planEpisode = async (
  trx: Db,
  { clock, quotas }: EpisodeStores,
  caller: Caller,
  { accountId, itemId, mediaAssetId }: Episode,
  { sizeBytes, contentType, mimeType }: DownloadedFile,
): Promise<Upload | null> => {
  await quotas.lock(trx, accountId);
  const item = await getLocked(trx, 'item', accountId, itemId);
  assertMayProcess(caller, item);
  const asset = await lockRow(trx, 'mediaAsset', accountId, mediaAssetId);
  if (!asset) throw notFound('The media asset has been deleted');
  if (asset.status !== 'created') return null;
  const planned = await uploadOf(trx, accountId, mediaAssetId);
  if (planned?.status === 'waiting' && planned.sizeBytes === sizeBytes) return planned;
  await removeUnfinished(trx, clock, accountId, 'media', mediaAssetId);
  await quotas.reserve(trx, accountId, 'storedBytes', sizeBytes);
  const variant =
    contentType === asset.contentType ? null : await chooseVariantType(trx, item, contentType, undefined);
  const changed = await updateRow(trx, 'mediaAsset', accountId, mediaAssetId, {
    contentType,
    mimeType,
    fileSizeBytes: sizeBytes,
    ...(variant && { variantTypeId: variant.variantTypeId }),
  });
  const byContributor = isContributor(caller);
  return changed
    ? planFile(trx, clock, changed, { mimeType, fileSizeBytes: sizeBytes, byContributor })
    : null;
};

/** Queues the item for processing, unless its transcript has done so, and counts the download. */
export const finishEpisode = (
  { db, clock }: EpisodeStores,
  episode: Episode,
  note: string | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, itemId } = episode;
    if (!(await settle(trx, clock, episode, 'done', note))) return;
    if (!(await lockRow(trx, 'item', accountId, itemId))) return;
    if (await applyEvent(trx, clock, accountId, itemId, 'process', { wizardStep: 'processing' }))
      await enqueue(trx, clock, accountId, 'processItem', { itemId });
  });

/** The media asset shows why there is no file. */
export const failEpisode = ({ db, clock }: EpisodeStores, episode: Episode, message: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, mediaAssetId } = episode;
    if (!(await settle(trx, clock, episode, 'failed', message))) return;
    const asset = await lockRow(trx, 'mediaAsset', accountId, mediaAssetId);
    if (asset?.status === 'created')
      await updateRow(trx, 'mediaAsset', accountId, mediaAssetId, { status: 'error', errorMessage: message });
  });

export const cancelEpisode = ({ db, clock }: EpisodeStores, episode: Episode): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await settle(trx, clock, episode, 'cancelled', null);
  });

/** @returns false if the download has ended before */
const settle = async (
  trx: Db,
  clock: Clock,
  { accountId, id, itemId, accountJobId }: Episode,
  status: 'done' | 'failed' | 'cancelled',
  errorMessage: string | null,
): Promise<boolean> => {
  const job = accountJobId === null ? undefined : await lockJob(trx, accountId, accountJobId);
  const { numUpdatedRows } = await trx
    .updateTable('importedEpisode')
    .set({ status, errorMessage, finishedDate: isoTime(clock) })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (job?.finishedDate === null && status !== 'cancelled')
    await countRecord(
      trx,
      clock,
      job,
      status === 'failed'
        ? { error: { id: itemId, type: 'DownloadError', message: errorMessage ?? '' } }
        : undefined,
    );
  return true;
};
