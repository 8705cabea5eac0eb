/** Creates, changes and deletes the media assets of items. */
import { blobKeyOf, blobPath } from '../../platform/storage/blob-key.js';
import { refusalOf, removeUnfinished } from '../../platform/storage/upload.repository.js';
import type { Uploads, UploadReceiver } from '../../platform/storage/uploads.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import {
  findRow,
  lockDeleted,
  lockForChange,
  lockParent,
  updateRow,
  lockRow,
} from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound } from '../../platform/lib/errors.js';
import { assertVideoAvailable } from './external-video.repository.js';
import { followTranscripts } from '../items/current-transcript.repository.js';
import { assertMayProcess, assertMayReceive } from '../items/draft-policy.js';
import { lockItemOf } from '../items/item.repository.js';
import { keepTranscript } from '../transcripts/transcript.repository.js';
import type { MediaAsset } from '../items/media-asset.record.js';
import type { MediaContentType } from '../records/variant-type.record.js';
import { findPublic } from '../items/visibility.js';
import { createMedia } from './create-media.js';
import { completeMedia } from '../items/item-expansions.repository.js';
import { removeChapters, restoreChapters, uploadOf } from './media-asset.repository.js';
import { mediaAssetList, type MediaAssetChanges, type NewMediaAsset } from './media-asset.schema.js';
import { followMedia } from './media-duration.repository.js';
import { removeWithRenditions } from './rendition.repository.js';
import { chooseVariantType, problemsOf, assertNotRequired } from './media-rules.js';
import { enqueue } from '../../platform/jobs/job.repository.js';

export type MediaAssetService = ReturnType<typeof createMediaAssetService>;

export interface CreatedMedia {
  mediaAsset: MediaAsset;
  /** Where to PUT the file; null for external media. */
  uploadUrl: string | null;
}

export const createMediaAssetService = ({
  db,
  clock,
  quotas,
  uploads,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Uploads;
}) => {
  const { completeOne, save, find, list, listOf, get } = createRecordReader<'mediaAsset', MediaAsset>({
    db,
    spec: mediaAssetList,
    parents: { itemId: 'item' },
    complete: async ({ accountId }, rows, { expand }) =>
      findPublic(db, accountId, await completeMedia(db, accountId, rows, expand)),
  });

  return {
    list,
    listOf,
    get,

    /**
     * External media are ready immediately, files once they are uploaded.
     * @throws {NotFoundError}
     * @throws {ValidationError}
     * @throws {ConflictError} when the item already has the external video
     * @throws {QuotaExceededError}
     */
    create: async (caller: Caller, itemId: number, input: NewMediaAsset): Promise<CreatedMedia> => {
      const stores = { clock, quotas, uploads };
      const { asset, upload } = await db
        .transaction()
        .execute((trx) => createMedia(trx, stores, caller, itemId, input));
      return {
        mediaAsset: await completeOne(caller, asset),
        uploadUrl: upload && (await uploads.urlOf(upload)),
      };
    },

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError}
     * @throws {ConflictError} when the item already has the external video
     */
    update: (
      caller: Caller,
      id: number,
      { variantTypeId, ...changes }: MediaAssetChanges,
      ifMatch?: string,
    ): Promise<MediaAsset> =>
      save(caller, async (trx, accountId) => {
        const item = await lockItemOf(trx, 'mediaAsset', accountId, id);
        assertMayProcess(caller, item);
        const asset = await lockForChange(trx, 'mediaAsset', accountId, id, ifMatch);
        const problems = await problemsOf(trx, asset, changes);
        const chosen =
          variantTypeId === undefined
            ? undefined
            : await chooseVariantType(trx, item, asset.contentType as MediaContentType, variantTypeId);
        problems.push(...(chosen?.problems ?? []));
        if (problems.length > 0) throw invalid(problems);
        const { externalPlatformId } = changes;
        if (externalPlatformId !== undefined && externalPlatformId !== asset.externalPlatformId)
          await assertVideoAvailable(trx, 'mediaAsset', item, { ...asset, ...changes }, id);
        const changed = await updateRow(trx, 'mediaAsset', accountId, id, {
          ...changes,
          ...(chosen && { variantTypeId: chosen.variantTypeId }),
        });
        if (chosen) await followTranscripts(trx, clock, accountId, [item.id]);
        if (asset.status !== 'created') await followMedia(trx, clock, accountId, item.id);
        return changed;
      }),

    /**
     * Confirms the upload and has the file examined. Safe to repeat.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the file has not been uploaded
     * @throws {ValidationError} when the file is not what was declared
     */
    uploaded: async (caller: Caller, id: number): Promise<MediaAsset> => {
      const { accountId } = caller;
      const asset = await find(accountId, id);
      const item = await findRow(db, 'item', accountId, asset.itemId);
      if (item) assertMayProcess(caller, item);
      if (asset.status === 'created') {
        const upload = await uploadOf(db, accountId, id);
        if (!upload || !(await uploads.finalize(upload)))
          throw (
            (upload && (await refusalOf(db, upload))) ??
            invalidState('The file has not been uploaded. PUT it to the uploadUrl first.')
          );
      }
      return completeOne(caller, await find(accountId, id));
    },

    /**
     * Soft-deletes the asset; a job removes its file. A transcript of the asset stays with the item, which must
     * be processed again if it was indexed with that transcript.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the item needs the asset
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const item = await lockItemOf(trx, 'mediaAsset', accountId, id);
        assertMayProcess(caller, item);
        const asset = await lockForChange(trx, 'mediaAsset', accountId, id, ifMatch, 'delete');
        const now = isoTime(clock);
        const transcriptId = await assertNotRequired(trx, item, asset);
        if (transcriptId !== undefined) await keepTranscript(trx, now, item, transcriptId);
        await removeChapters(trx, accountId, id, now);
        await updateRow(trx, 'mediaAsset', accountId, id, { deletedDate: now });
        if (item.indexedMediaAssetId === id)
          await updateRow(trx, 'item', accountId, item.id, { indexedMediaAssetId: null, updatedDate: now });
        if (asset.status !== 'created') await followMedia(trx, clock, accountId, item.id);
        const blobKey = blobKeyOf(asset.url);
        if (blobKey) await removeWithRenditions(trx, clock, accountId, blobKey);
        await removeUnfinished(trx, clock, accountId, 'media', id);
      }),

    /**
     * Restores deleted media without a file, with the chapters that were deleted with them.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the asset is not deleted, or its file was removed with it
     * @throws {ConflictError} when the item is deleted, or now has the external video
     */
    restore: (caller: Caller, id: number): Promise<MediaAsset> =>
      save(caller, async (trx, accountId) => {
        const known = await findRow(trx, 'mediaAsset', accountId, id, true);
        if (!known) throw notFound();
        const item = await lockParent(trx, 'item', accountId, known.itemId, 'The item');
        assertMayProcess(caller, item);
        const deleted = await lockDeleted(trx, 'mediaAsset', accountId, id);
        if (deleted.externalPlatform === null && deleted.contentType !== 'text')
          throw invalidState(
            'The file was removed with its media asset. Create a media asset and upload it again.',
          );
        await assertVideoAvailable(trx, 'mediaAsset', item, deleted);
        const contentType = deleted.contentType as MediaContentType;
        const former = await chooseVariantType(trx, item, contentType, deleted.variantTypeId ?? undefined);
        const { variantTypeId } =
          former.variantTypeId === null ? await chooseVariantType(trx, item, contentType, undefined) : former;
        await restoreChapters(trx, accountId, id, deleted.deletedDate);
        const restored = await updateRow(trx, 'mediaAsset', accountId, id, {
          deletedDate: null,
          variantTypeId,
        });
        await followMedia(trx, clock, accountId, item.id);
        return restored;
      }),
  };
};

/** Receives the files of media assets, and has them examined. */
export const createMediaReceiver = ({ db, clock }: { db: Db; clock: Clock }): UploadReceiver => ({
  onUploaded: (upload, { sizeBytes }) =>
    db.transaction().execute(async (trx) => {
      const { accountId, subjectId, blobKey } = upload;
      const known = await findRow(trx, 'mediaAsset', accountId, subjectId);
      // Locks the item first, as everywhere. The file of a deleted item is stored too, because the item can be
      // restored.
      const item = known && (await lockRow(trx, 'item', accountId, known.itemId));
      if (item) assertMayReceive(upload, item);
      const asset = await lockRow(trx, 'mediaAsset', accountId, subjectId);
      if (!asset) throw invalidState('The media asset of this file has been deleted');
      if (asset.status !== 'created') return;
      const url = blobPath(blobKey);
      await updateRow(trx, 'mediaAsset', accountId, subjectId, {
        url,
        downloadUrl: `${url}?download=1`,
        filename: blobKey.split('/').at(-1) ?? null,
        fileSizeBytes: sizeBytes,
        status: 'uploaded',
      });
      await enqueue(trx, clock, accountId, 'probeMedia', { mediaAssetId: subjectId });
      await followMedia(trx, clock, accountId, asset.itemId);
    }),
});
