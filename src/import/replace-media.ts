/**
 * Replaces the file of a recording that has changed in the imported folder. The asset stays, with its transcript,
 * chapters, links and statistics. The old file is removed after the asset has the new one.
 */
import type { Db } from '../platform/db/dialect.js';
import { lockRow, updateRow } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import type { Clock } from '../platform/lib/clock.js';
import { blobKeyOf, blobPath } from '../platform/storage/blob-key.js';
import { forgetUploads, type Upload } from '../platform/storage/upload.repository.js';
import { planFile, type MediaStores } from '../content/media/create-media.js';
import { syncDuration } from '../content/media/media-duration.repository.js';
import { removeWithRenditions } from '../content/media/media-asset.repository.js';
import type { ImportMedia } from './import-document.js';
import type { StoredRecording, ImportRecord } from './written-fields.js';

type Asset = Row<'mediaAsset'>;

/** By then, listeners have finished with the old file, and the new one has been examined. */
const REMOVE_AFTER_MS = 10 * 60_000;

const importOf = (db: Db, { accountId, itemId }: Asset) =>
  db
    .selectFrom('importedFile')
    .select(['id', 'written'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The file that an import stored for the asset; undefined if unknown. */
export const importedRecording = async (db: Db, asset: Asset): Promise<StoredRecording | undefined> => {
  const written = (await importOf(db, asset))?.written;
  return written ? (JSON.parse(written) as ImportRecord).media?.[asset.id] : undefined;
};

/** Records the asset's file. Does nothing for imports by earlier versions. */
export const rememberRecording = async (
  trx: Db,
  asset: Asset,
  { sizeBytes, modifiedMs }: ImportMedia,
  sha256: string | null,
): Promise<void> => {
  const imported = await importOf(trx, asset);
  if (!imported?.written) return;
  const written = JSON.parse(imported.written) as ImportRecord;
  const media = { ...written.media, [asset.id]: { sizeBytes, modifiedMs, sha256 } };
  await trx
    .updateTable('importedFile')
    .set({ written: JSON.stringify({ ...written, media }) })
    .where('accountId', '=', asset.accountId)
    .where('id', '=', imported.id)
    .execute();
};

/** Plans the upload of a new file for the asset, and discards what an interrupted import left. */
export const planReplacement = async (
  trx: Db,
  { clock, quotas }: MediaStores,
  asset: Asset,
  { mimeType, sizeBytes }: ImportMedia,
): Promise<Upload | null> => {
  const { id, accountId } = asset;
  await forgetUploads(trx, clock, accountId, 'media', [id], blobKeyOf(asset.url));
  await quotas.reserve(trx, accountId, 'storedBytes', sizeBytes);
  return planFile(trx, clock, asset, { mimeType, fileSizeBytes: sizeBytes });
};

/**
 * Sets the uploaded file as the asset's, and has it examined. The asset stays ready in the meantime, because the
 * import has checked that the file is playable.
 * @returns the updated asset; undefined if it was deleted in the meantime
 */
export const replaceFile = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  assetId: number,
  { blobKey, contentType, sizeBytes }: Upload,
): Promise<Asset | undefined> => {
  const asset = await lockRow(trx, 'mediaAsset', accountId, assetId);
  if (!asset) {
    await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
    return undefined;
  }
  const url = blobPath(blobKey);
  const former = blobKeyOf(asset.url);
  const replaced = await updateRow(trx, 'mediaAsset', accountId, assetId, {
    url,
    downloadUrl: `${url}?download=1`,
    filename: blobKey.split('/').at(-1) ?? null,
    mimeType: contentType,
    fileSizeBytes: sizeBytes,
    // Unknown until it is examined, like the renditions, which were made from the old file.
    bitrate: null,
    waveformUrl: null,
    posterUrl: null,
    audioUrl: null,
    streamUrl: null,
    errorMessage: null,
    ...(asset.status === 'error' && { status: 'uploaded' }),
  });
  await enqueue(trx, clock, accountId, 'probeMedia', { mediaAssetId: assetId, replaces: true });
  await syncDuration(trx, clock, accountId, asset.itemId);
  if (former) await removeWithRenditions(trx, clock, accountId, former, { delayMs: REMOVE_AFTER_MS });
  return replaced;
};
