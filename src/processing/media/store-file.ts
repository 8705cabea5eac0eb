/** Stores a local file as that of a media asset, which has none yet. */
import { createReadStream } from 'node:fs';
import type { Db } from '../../platform/db/dialect.js';
import { getLocked, lockRow, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { removeUnfinished } from '../../platform/storage/resumable.repository.js';
import type { Upload } from '../../platform/storage/upload.repository.js';
import type { Uploads } from '../../platform/storage/uploads.js';
import { assertMayProcess, isContributor } from '../../content/items/draft-policy.js';
import { planFile } from '../../content/media/create-media.js';
import { uploadOf } from '../../content/media/media-asset.repository.js';
import { chooseVariantType } from '../../content/media/media-rules.js';
import type { MediaMimeType } from '../../content/media/media-types.js';

export interface FileStores {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Uploads;
}

export interface LocalFile {
  path: string;
  sizeBytes: number;
  contentType: 'audio' | 'video';
  mimeType: MediaMimeType;
}

type Owner = Pick<Row<'mediaAsset'>, 'accountId' | 'itemId'> & { mediaAssetId: number };

/**
 * Safe to repeat.
 * @throws {AppError} when the caller may no longer change the item, or the file exceeds the quota
 */
export const storeFile = async (
  stores: FileStores,
  caller: Caller,
  owner: Owner,
  file: LocalFile,
): Promise<void> => {
  const upload = await stores.db.transaction().execute((trx) => plan(trx, stores, caller, owner, file));
  if (upload) await stores.uploads.store(upload, () => createReadStream(file.path));
};

/** Null if the asset has its file. */
const plan = async (
  trx: Db,
  { clock, quotas }: FileStores,
  caller: Caller,
  { accountId, itemId, mediaAssetId }: Owner,
  { sizeBytes, contentType, mimeType }: LocalFile,
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
