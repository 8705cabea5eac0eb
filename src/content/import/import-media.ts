/** Plans the upload of an imported recording: its media asset, and the transcript that becomes its own. */
import { basename } from 'node:path';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked, updateRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { removeUnfinished, type Upload } from '../../platform/storage/upload.repository.js';
import { createMedia, planFile, type MediaStores } from '../media/create-media.js';
import { uploadOf } from '../media/media-asset.repository.js';
import { findTranscript, saveTranscript } from '../transcripts/transcript.repository.js';
import type { ImportMedia } from './import-document.js';

interface Deps extends MediaStores {
  accountId: number;
}

/**
 * @returns 'present' where the item has the recording or somebody deleted it, 'changed' where it has another of its name
 * @throws {AppError} when the file is too large, or over the quota
 */
export const planMedia = async (
  trx: Db,
  { accountId, ...stores }: Deps,
  itemId: number,
  media: ImportMedia,
): Promise<Upload | 'present' | 'changed'> => {
  await stores.quotas.lock(trx, accountId);
  const item = await getLocked(trx, 'item', accountId, itemId);
  const known = await findKnown(trx, accountId, itemId, media);
  if (known && (known.status !== 'created' || known.deletedDate !== null))
    return known.deletedDate === null && known.fileSizeBytes !== media.sizeBytes ? 'changed' : 'present';
  const planned = await (known
    ? planAgain(trx, { accountId, ...stores }, known, media)
    : planNew(trx, { accountId, ...stores }, item, media));
  return planned ?? 'present';
};

/** The asset of the recording: by its name, or its size where it was renamed; deleted ones too. */
const findKnown = async (
  trx: Db,
  accountId: number,
  itemId: number,
  { path, sizeBytes, mimeType }: ImportMedia,
): Promise<Row<'mediaAsset'> | undefined> => {
  const assets = await trx
    .selectFrom('mediaAsset')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('mimeType', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  return (
    assets.find(({ originalFilename }) => originalFilename === basename(path)) ??
    assets.find((asset) => asset.fileSizeBytes === sizeBytes && asset.mimeType === mimeType)
  );
};

/** Goes on with an import that was interrupted. */
const planAgain = async (
  trx: Db,
  { accountId, clock, quotas }: Deps,
  { id, fileSizeBytes }: Row<'mediaAsset'>,
  { sizeBytes, contentType, mimeType }: ImportMedia,
): Promise<Upload | null> => {
  const planned = await uploadOf(trx, accountId, id);
  if (planned?.status === 'waiting' && fileSizeBytes === sizeBytes) return planned;
  await removeUnfinished(trx, clock, accountId, 'media', id);
  await quotas.reserve(trx, accountId, 'storedBytes', sizeBytes);
  const file = { mimeType, fileSizeBytes: sizeBytes };
  const asset = await updateRow(trx, 'mediaAsset', accountId, id, { contentType, ...file });
  return asset ? planFile(trx, clock, asset, file) : null;
};

const planNew = async (
  trx: Db,
  { accountId, ...stores }: Deps,
  item: Row<'item'>,
  { path, sizeBytes, contentType, mimeType }: ImportMedia,
): Promise<Upload | null> => {
  const { asset, upload } = await createMedia(trx, stores, accountId, item.id, {
    contentType,
    mimeType,
    fileSizeBytes: sizeBytes,
    originalFilename: basename(path),
  });
  const transcript = await findTranscript(trx, accountId, item.id);
  const owner =
    transcript?.mediaAssetId && (await findRow(trx, 'mediaAsset', accountId, transcript.mediaAssetId));
  if (transcript && owner && owner.contentType === 'text')
    await saveTranscript(trx, stores.clock, accountId, item, { ...transcript, mediaAssetId: asset.id });
  return upload;
};
