/** Plans the upload of an imported recording: its media asset, and the transcript that becomes its own. */
import { basename } from 'node:path';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked, insertRow } from '../../platform/db/rows.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid } from '../../platform/lib/errors.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { planUpload, type Upload } from '../../platform/storage/upload.repository.js';
import type { Uploads } from '../../platform/storage/uploads.js';
import { uploadOf } from '../media/media-asset.repository.js';
import { chooseVariantType } from '../media/media-rules.js';
import { mediaFilename } from '../records/media-types.js';
import { findTranscript, saveTranscript } from '../transcripts/transcript.repository.js';
import type { ImportMedia } from './import-document.js';

interface Deps {
  clock: Clock;
  quotas: Quotas;
  uploads: Pick<Uploads, 'maxBytes'>;
  accountId: number;
}

/**
 * @returns null where the item has the recording, or somebody deleted it
 * @throws {AppError} when the file is too large, or over the quota
 */
export const planMedia = async (
  trx: Db,
  { clock, quotas, uploads, accountId }: Deps,
  itemId: number,
  { path, sizeBytes, contentType, mimeType }: ImportMedia,
): Promise<Upload | null> => {
  await quotas.lock(trx, accountId);
  const item = await getLocked(trx, 'item', accountId, itemId);
  const originalFilename = basename(path);
  const known = await trx
    .selectFrom('mediaAsset')
    .select(['id', 'status', 'deletedDate'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('originalFilename', '=', originalFilename)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (known && (known.status !== 'created' || known.deletedDate !== null)) return null;
  // Of an import that was interrupted.
  const planned = known && (await uploadOf(trx, accountId, known.id));
  if (planned?.status === 'waiting') return planned;
  await quotas.reserve(trx, accountId, 'storedBytes', sizeBytes);
  if (sizeBytes > uploads.maxBytes)
    throw invalid([
      { path: '', message: `larger than ${uploads.maxBytes} bytes, the limit of the file store` },
    ]);
  const { variantTypeId } = await chooseVariantType(trx, item, contentType, undefined);
  const asset =
    (known && (await findRow(trx, 'mediaAsset', accountId, known.id))) ??
    (await insertRow(trx, 'mediaAsset', {
      accountId,
      itemId,
      contentType,
      mimeType,
      fileSizeBytes: sizeBytes,
      originalFilename,
      variantTypeId,
      status: 'created',
      entryDate: isoTime(clock),
    }));
  const transcript = await findTranscript(trx, accountId, itemId);
  const owner =
    transcript?.mediaAssetId && (await findRow(trx, 'mediaAsset', accountId, transcript.mediaAssetId));
  if (transcript && owner && owner.contentType === 'text')
    await saveTranscript(trx, clock, accountId, item, { ...transcript, mediaAssetId: asset.id });
  return planUpload(trx, clock, accountId, {
    purpose: 'media',
    subjectId: asset.id,
    contentType: mimeType,
    sizeBytes,
    filename: mediaFilename(originalFilename, mimeType),
  });
};
