/**
 * Plans the upload of an imported recording: a media asset that takes over the item's transcript, or a new file
 * for an existing one.
 */
import { basename } from 'node:path';
import type { Db } from '../platform/db/dialect.js';
import { findRow, getLocked, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { removeUnfinished } from '../platform/storage/resumable.repository.js';
import type { Upload } from '../platform/storage/upload.repository.js';
import { createMedia, planFile, type MediaStores } from '../content/media/create-media.js';
import { uploadOf } from '../content/media/media-asset.repository.js';
import { findTranscriptVersion, saveTranscript } from '../transcripts/stored/transcript.repository.js';
import type { ImportMedia } from './import-document.js';
import { planReplacement, importedRecording, rememberRecording } from './replace-media.js';

interface Deps extends MediaStores {
  accountId: number;
  /** Also replaces media that no import stored. */
  overwrite: boolean;
}

/** An upload and its asset; `replaces` if the asset already has a file. */
export interface PlannedMedia {
  upload: Upload;
  assetId: number;
  replaces: boolean;
}

/**
 * @param sha256 of the file, once it has been read
 * @returns 'present' if the item has the recording or someone deleted it, 'changed' if it has a different one of
 * this name that this import did not store, 'unread' if only the content can tell whether it has changed
 * @throws {AppError} when the file is too large or exceeds the quota
 */
export const planMedia = async (
  trx: Db,
  { accountId, overwrite, ...stores }: Deps,
  itemId: number,
  media: ImportMedia,
  sha256?: string,
): Promise<PlannedMedia | 'present' | 'changed' | 'unread'> => {
  await stores.quotas.lock(trx, accountId);
  const item = await getLocked(trx, 'item', accountId, itemId);
  const known = await findKnown(trx, accountId, itemId, media);
  if (known?.deletedDate) return 'present';
  if (!known || known.status === 'created') {
    const planned = await (known
      ? replanMedia(trx, { accountId, ...stores }, known, media)
      : planNew(trx, { accountId, ...stores }, item, media));
    return planned ? { ...planned, replaces: false } : 'present';
  }
  const stored = await importedRecording(trx, known);
  if (stored?.sizeBytes === media.sizeBytes) {
    if (stored.modifiedMs === media.modifiedMs) return 'present';
    if (sha256 === undefined) return 'unread';
    // The first import did not read it, or it is the same file with another time.
    if (stored.sha256 === null || stored.sha256 === sha256) {
      await rememberRecording(trx, known, media, sha256);
      return 'present';
    }
  }
  if (!stored && known.fileSizeBytes === media.sizeBytes) {
    await rememberRecording(trx, known, media, null);
    return 'present';
  }
  if ((!stored && !overwrite) || known.contentType !== media.contentType) return 'changed';
  const upload = await planReplacement(trx, stores, known, media);
  return upload ? { upload, assetId: known.id, replaces: true } : 'present';
};

/** The asset of the recording, also if deleted: by name or, if it was renamed, by size. */
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

type Planned = Omit<PlannedMedia, 'replaces'> | null;

/** Resumes an interrupted import. */
const replanMedia = async (
  trx: Db,
  { accountId, clock, quotas }: Omit<Deps, 'overwrite'>,
  { id, fileSizeBytes }: Row<'mediaAsset'>,
  { sizeBytes, contentType, mimeType }: ImportMedia,
): Promise<Planned> => {
  const planned = await uploadOf(trx, accountId, id);
  if (planned?.status === 'waiting' && fileSizeBytes === sizeBytes) return { upload: planned, assetId: id };
  await removeUnfinished(trx, clock, accountId, 'media', id);
  await quotas.reserve(trx, accountId, 'storedBytes', sizeBytes);
  const file = { mimeType, fileSizeBytes: sizeBytes };
  const asset = await updateRow(trx, 'mediaAsset', accountId, id, { contentType, ...file });
  const upload = asset && (await planFile(trx, clock, asset, file));
  return upload ? { upload, assetId: id } : null;
};

const planNew = async (
  trx: Db,
  { accountId, ...stores }: Omit<Deps, 'overwrite'>,
  item: Row<'item'>,
  { path, sizeBytes, contentType, mimeType }: ImportMedia,
): Promise<Planned> => {
  const { asset, upload } = await createMedia(trx, stores, { accountId }, item.id, {
    contentType,
    mimeType,
    fileSizeBytes: sizeBytes,
    originalFilename: basename(path),
  });
  const transcript = await findTranscriptVersion(trx, accountId, item.id);
  const owner =
    transcript?.mediaAssetId && (await findRow(trx, 'mediaAsset', accountId, transcript.mediaAssetId));
  if (transcript && owner && owner.contentType === 'text')
    await saveTranscript(trx, stores.clock, accountId, item, { ...transcript, mediaAssetId: asset.id });
  return upload && { upload, assetId: asset.id };
};
