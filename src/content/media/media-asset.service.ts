/** Creates, changes and deletes the media assets of items. */
import { blobPath } from '../../platform/storage/blob-key.js';
import { removeUnfinished } from '../../platform/storage/resumable.repository.js';
import {
  confirmUpload,
  type Resumable,
  type UploadReceiver,
  type Uploads,
} from '../../platform/storage/uploads.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import {
  findRow,
  getLocked,
  lockDeleted,
  lockForChange,
  lockParent,
  notDeleted,
  updateRow,
} from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound } from '../../platform/lib/errors.js';
import { assertVideoAvailable, removeChapters, restoreChapters, uploadOf } from './media-asset.repository.js';
import { syncTranscripts } from '../items/current-transcript.repository.js';
import { assertMayProcess } from '../items/draft-policy.js';
import { lockItemOf, lockReceiving } from '../items/item.repository.js';
import type { MediaAsset } from '../items/media-asset.record.js';
import type { MediaContentType } from '../records/variant-type.record.js';
import { findPublic } from '../items/visibility.js';
import { createMedia, replanFile } from './create-media.js';
import { completeMedia } from '../items/item-expansions.repository.js';
import { mediaAssetList, type MediaAssetChanges, type NewMediaAsset } from './media-asset.schema.js';
import { syncDuration } from './media-duration.repository.js';
import {
  assertNotRequired,
  chooseVariantType,
  lacksFile,
  NO_MEDIA_FILE,
  mediaProblems,
} from './media-rules.js';
import { enqueue } from '../../platform/jobs/job.repository.js';

export type MediaAssetService = ReturnType<typeof createMediaAssetService>;

export interface CreatedMedia {
  mediaAsset: MediaAsset;
  /** Where to PUT the file; null for external media. */
  uploadUrl: string | null;
  /** Where to upload it in pieces; null for external media. */
  resumable: Resumable | null;
}

/** Keeps the transcript of deleted media with its item, in the transaction that deletes them. */
export type KeepTranscript = (
  trx: Db,
  now: string,
  item: Pick<Row<'item'>, 'id' | 'accountId' | 'collectionId'>,
  transcriptId: number,
) => Promise<void>;

export const createMediaAssetService = ({
  db,
  clock,
  quotas,
  uploads,
  keepTranscript,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Uploads;
  keepTranscript: KeepTranscript;
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
        resumable: upload && uploads.resumableOf(upload, caller),
      };
    },

    /**
     * Continues the upload of the file in the caller's name, or starts it again if it has expired.
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item
     * @throws {InvalidStateError} when the file has arrived, or is on a platform
     * @throws {QuotaExceededError}
     */
    resume: async (
      caller: Caller,
      id: number,
    ): Promise<Pick<CreatedMedia, 'mediaAsset'> & { resumable: Resumable }> => {
      const { accountId } = caller;
      const { asset, upload } = await db.transaction().execute(async (trx) => {
        await quotas.lock(trx, accountId);
        const item = await lockItemOf(trx, 'mediaAsset', accountId, id);
        assertMayProcess(caller, item);
        const row = await getLocked(trx, 'mediaAsset', accountId, id);
        return { asset: row, upload: await replanFile(trx, { clock, quotas }, caller, row) };
      });
      return {
        mediaAsset: await completeOne(caller, asset),
        resumable: uploads.resumableOf(upload, caller),
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
      conditions?: SaveConditions,
    ): Promise<MediaAsset> =>
      save(caller, async (trx, accountId) => {
        const item = await lockItemOf(trx, 'mediaAsset', accountId, id);
        assertMayProcess(caller, item);
        const asset = await lockForChange(trx, 'mediaAsset', accountId, id, conditions);
        const problems = await mediaProblems(trx, asset, changes);
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
        if (chosen) await syncTranscripts(trx, clock, accountId, [item.id]);
        if (asset.status !== 'created') await syncDuration(trx, clock, accountId, item.id);
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
      if (asset.status === 'created') await confirmUpload(db, uploads, await uploadOf(db, accountId, id));
      return completeOne(caller, await find(accountId, id));
    },

    /**
     * Soft-deletes the asset; its file stays until it is purged. A transcript of the asset stays with the item, which
     * must be processed again if it was indexed with that transcript.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the item needs the asset
     */
    remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        const item = await lockItemOf(trx, 'mediaAsset', accountId, id);
        assertMayProcess(caller, item);
        const asset = await lockForChange(trx, 'mediaAsset', accountId, id, { ifMatch }, 'delete');
        const now = isoTime(clock);
        const transcriptId = await assertNotRequired(trx, item, asset);
        if (transcriptId !== undefined) await keepTranscript(trx, now, item, transcriptId);
        await removeChapters(trx, accountId, id, now);
        await updateRow(trx, 'mediaAsset', accountId, id, { deletedDate: now, deletedBy: authorOf(caller) });
        if (item.indexedMediaAssetId === id)
          await updateRow(trx, 'item', accountId, item.id, { indexedMediaAssetId: null, updatedDate: now });
        if (asset.status !== 'created') await syncDuration(trx, clock, accountId, item.id);
        await removeUnfinished(trx, clock, accountId, 'media', id);
      }),

    /**
     * Restores deleted media with their file and the chapters that were deleted with them.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the asset is not deleted, or has no file
     * @throws {ConflictError} when the item is deleted, or now has the external video
     */
    restore: (caller: Caller, id: number): Promise<MediaAsset> =>
      save(caller, async (trx, accountId) => {
        const known = await findRow(trx, 'mediaAsset', accountId, id, true);
        if (!known) throw notFound();
        const item = await lockParent(trx, 'item', accountId, known.itemId, 'The item');
        assertMayProcess(caller, item);
        const deleted = await lockDeleted(trx, 'mediaAsset', accountId, id);
        if (lacksFile(deleted)) throw invalidState(NO_MEDIA_FILE);
        await assertVideoAvailable(trx, 'mediaAsset', item, deleted);
        const contentType = deleted.contentType as MediaContentType;
        const former = await chooseVariantType(trx, item, contentType, deleted.variantTypeId ?? undefined);
        const { variantTypeId } =
          former.variantTypeId === null ? await chooseVariantType(trx, item, contentType, undefined) : former;
        await restoreChapters(trx, accountId, id, deleted.deletedDate);
        const restored = await updateRow(trx, 'mediaAsset', accountId, id, { ...notDeleted, variantTypeId });
        // Its deletion has ended the examination of its file.
        if (deleted.status === 'uploaded' || deleted.status === 'processing')
          await enqueue(trx, clock, accountId, 'probeMedia', { mediaAssetId: id });
        await syncDuration(trx, clock, accountId, item.id);
        return restored;
      }),
  };
};

/** Receives the files of media assets, and has them examined. */
export const createMediaReceiver = ({ db, clock }: { db: Db; clock: Clock }): UploadReceiver => ({
  onUploaded: (upload, { sizeBytes }) =>
    db.transaction().execute(async (trx) => {
      const { accountId, subjectId, blobKey } = upload;
      const asset = await lockReceiving(trx, 'mediaAsset', upload);
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
      await syncDuration(trx, clock, accountId, asset.itemId);
    }),
});
