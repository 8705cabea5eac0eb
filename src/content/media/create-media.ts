/** Adds media to items, and plans the uploads of their files. */
import type { Db } from '../../platform/db/dialect.js';
import { getLocked, insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isSomebody, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState } from '../../platform/lib/errors.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { renewResumable } from '../../platform/storage/resumable.repository.js';
import {
  planUpload,
  type PlannedUpload,
  type Upload,
  type UploadRequest,
} from '../../platform/storage/upload.repository.js';
import type { Uploads } from '../../platform/storage/uploads.js';
import { assertMayProcess, isContributor } from '../items/draft-policy.js';
import { assertVideoAvailable, uploadOf } from './media-asset.repository.js';
import { mediaFilename, type MediaMimeType } from './media-types.js';
import type { NewMediaAsset } from './media-asset.schema.js';
import { syncDuration } from './media-duration.repository.js';
import { chooseVariantType } from './media-rules.js';

export interface MediaStores {
  clock: Clock;
  quotas: Quotas;
  uploads: Pick<Uploads, 'maxBytes'>;
}

/**
 * External media are ready immediately, files once they are uploaded.
 * @throws {NotFoundError} when the item does not exist
 * @throws {PermissionError} when the caller may not change it
 * @throws {ValidationError}
 * @throws {ConflictError} when the item already has the external video
 * @throws {QuotaExceededError}
 */
export const createMedia = async (
  trx: Db,
  { clock, quotas, uploads }: MediaStores,
  caller: Caller,
  itemId: number,
  input: NewMediaAsset,
): Promise<{ asset: Row<'mediaAsset'>; upload: PlannedUpload | null }> => {
  const { accountId } = caller;
  const { contentType = 'video', fileSizeBytes, originalFilename = null } = input;
  if (fileSizeBytes) await quotas.reserve(trx, accountId, 'storedBytes', fileSizeBytes);
  const item = await getLocked(trx, 'item', accountId, itemId);
  assertMayProcess(caller, item);
  const { variantTypeId, problems } = await chooseVariantType(trx, item, contentType, input.variantTypeId);
  if ((fileSizeBytes ?? 0) > uploads.maxBytes)
    problems.push({
      path: 'fileSizeBytes',
      message: `must be at most ${uploads.maxBytes}, the limit of the file store`,
    });
  if (problems.length > 0) throw invalid(problems);
  await assertVideoAvailable(trx, 'mediaAsset', item, input);
  const asset = await insertRow(trx, 'mediaAsset', {
    ...input,
    accountId,
    itemId,
    contentType,
    variantTypeId,
    originalFilename,
    status: input.externalPlatform ? 'ready' : 'created',
    entryDate: isoTime(clock),
  });
  // For a file, the webhook event follows once it is uploaded.
  if (asset.status === 'ready') await syncDuration(trx, clock, accountId, itemId);
  const upload = await planFile(trx, clock, asset, { ...input, ...plannedBy(caller) });
  return { asset, upload };
};

/** Somebody's upload may arrive in pieces, and ends with their rights; an import stores its files itself. */
const plannedBy = (caller: Caller): Planner => ({
  caller,
  byContributor: isContributor(caller),
  isResumable: isSomebody(caller),
});

/** Continues the upload of the asset's file in the caller's name, or plans another one. The item must be locked. */
export const replanFile = async (
  trx: Db,
  { clock, quotas }: Pick<MediaStores, 'clock' | 'quotas'>,
  caller: Caller,
  asset: Row<'mediaAsset'>,
): Promise<Upload> => {
  const { accountId, id, mimeType, fileSizeBytes } = asset;
  const known = await uploadOf(trx, accountId, id);
  if (known?.status === 'waiting') return renewResumable(trx, clock, known, caller, isContributor(caller));
  const isFile = asset.status === 'created' && !known && mimeType !== null && fileSizeBytes !== null;
  if (!isFile) throw invalidState('This media asset waits for no file');
  await quotas.reserve(trx, accountId, 'storedBytes', fileSizeBytes);
  const file = { mimeType: mimeType as MediaMimeType, fileSizeBytes };
  const planned = await planFile(trx, clock, asset, { ...file, ...plannedBy(caller) });
  return planned!;
};

type Planner = Pick<UploadRequest, 'caller' | 'byContributor' | 'isResumable'>;

/** Plans the upload of the asset's file, whose bytes are reserved; null for external media. */
export const planFile = async (
  trx: Db,
  clock: Clock,
  { id, accountId, originalFilename }: Row<'mediaAsset'>,
  {
    mimeType,
    fileSizeBytes,
    caller,
    byContributor,
    isResumable,
  }: Pick<NewMediaAsset, 'mimeType' | 'fileSizeBytes'> & Planner,
): Promise<PlannedUpload | null> =>
  mimeType && fileSizeBytes
    ? planUpload(trx, clock, accountId, {
        purpose: 'media',
        subjectId: id,
        contentType: mimeType,
        sizeBytes: fileSizeBytes,
        filename: mediaFilename(originalFilename, mimeType),
        caller,
        byContributor,
        isResumable,
      })
    : null;
