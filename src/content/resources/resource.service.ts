/** Creates, changes, reorders and deletes the resources of items: files, links and videos. */
import { blobKeyOf, blobPath } from '../../platform/storage/blob-key.js';
import { removeUnfinished } from '../../platform/storage/resumable.repository.js';
import { planUpload } from '../../platform/storage/upload.repository.js';
import type { Uploads, UploadReceiver } from '../../platform/storage/uploads.js';
import { moveTo, nextPosition, reorder } from '../../platform/db/reorder.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import {
  existingIds,
  findRow,
  getLocked,
  insertRow,
  lockDeleted,
  lockForChange,
  lockParent,
  notDeleted,
  updateRow,
} from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { assertVideoAvailable } from '../media/media-asset.repository.js';
import { assertMayChange, isContributor } from '../items/draft-policy.js';
import { lockReceiving } from '../items/item.repository.js';
import { enqueueItemUpdated } from '../items/item-webhook-events.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound, unknownId, type ErrorDetail } from '../../platform/lib/errors.js';
import { isVideoId, thumbnailUrl, watchUrl, type ExternalPlatform } from '../records/external-video.js';
import { NO_RESOURCE_FILE, type ResourceRecord } from '../records/resource.record.js';
import { findPublic } from '../items/visibility.js';
import { completeResources } from '../items/item-expansions.repository.js';
import { resourceList, type NewResource, type ResourceChanges } from './resource.schema.js';

export type ResourceService = ReturnType<typeof createResourceService>;

const urlsOf = (platform: ExternalPlatform, videoId: string) => ({
  url: watchUrl(platform, videoId),
  thumbnailImgUrl: thumbnailUrl(platform, videoId),
});

/** The file's own name or, without one, the title with an extension derived from its type if that is a short word. */
const filenameOf = ({ originalFilename, title, fileMimeType = '' }: NewResource): string => {
  if (originalFilename !== undefined) return originalFilename;
  const extension = /\/([a-z0-9]{2,4})(?:\+|$)/i.exec(fileMimeType)?.[1];
  return extension ? `${title}.${extension.toLowerCase()}` : title;
};

/**
 * The columns that follow from a changed target or video id, and problems with changes that the content type
 * forbids.
 */
const targetChanges = (
  row: Row<'resource'>,
  { linkTarget, externalPlatformId }: ResourceChanges,
): { columns: Partial<NewRow<'resource'>>; problems: ErrorDetail[] } => {
  const problems: ErrorDetail[] = [];
  const platform = row.externalPlatform as ExternalPlatform | null;
  if (linkTarget !== undefined && row.contentType !== 'link')
    problems.push({ path: 'linkTarget', message: `is for a link, this is a ${row.contentType}` });
  if (externalPlatformId !== undefined && platform === null)
    problems.push({ path: 'externalPlatformId', message: `is for a video, this is a ${row.contentType}` });
  if (externalPlatformId !== undefined && platform !== null && !isVideoId(platform, externalPlatformId))
    problems.push({ path: 'externalPlatformId', message: `is not an id of a video at ${platform}` });
  const columns = {
    ...(linkTarget !== undefined && { linkTarget, url: linkTarget }),
    ...(externalPlatformId !== undefined &&
      platform !== null && { externalPlatformId, ...urlsOf(platform, externalPlatformId) }),
  };
  return { columns, problems };
};

const typeProblems = async (
  trx: Db,
  accountId: number,
  resourceTypeId: number | null | undefined,
): Promise<ErrorDetail[]> => {
  if (typeof resourceTypeId !== 'number') return [];
  const known = await existingIds(trx, 'resourceType', accountId, [resourceTypeId]);
  return known.size > 0 ? [] : [unknownId('resourceTypeId')];
};

export const createResourceService = ({
  db,
  clock,
  quotas,
  uploads,
}: {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  uploads: Pick<Uploads, 'urlOf'>;
}) => {
  const { completeOne, save, listOf } = createRecordReader<'resource', ResourceRecord>({
    db,
    spec: resourceList,
    parents: { itemId: 'item' },
    complete: async ({ accountId }, rows) =>
      findPublic(db, accountId, await completeResources(db, accountId, rows)),
  });

  return {
    list: listOf,

    /** @throws {NotFoundError} */
    get: async (
      caller: Caller,
      itemId: number,
      id: number,
      { withDeleted = false } = {},
    ): Promise<ResourceRecord> =>
      completeOne(caller, await findResource(db, caller.accountId, itemId, id, withDeleted)),

    /**
     * Creates a resource at the end of the item's list.
     * @returns for a file also its upload URL, as stored
     * @throws {NotFoundError}
     * @throws {ValidationError} when the resource type does not exist
     * @throws {ConflictError} when the item already has the video
     * @throws {QuotaExceededError}
     */
    create: async (
      caller: Caller,
      itemId: number,
      input: NewResource,
    ): Promise<{ resource: ResourceRecord; uploadUrl: string | null }> => {
      const { accountId } = caller;
      const { resourceTypeId } = input;
      const { fileMimeType, fileSizeBytes, linkTarget } = input;
      const { externalPlatform, externalPlatformId } = input;
      const { row, upload } = await db.transaction().execute(async (trx) => {
        if (fileSizeBytes) await quotas.reserve(trx, accountId, 'storedBytes', fileSizeBytes);
        const item = await getLocked(trx, 'item', accountId, itemId);
        assertMayChange(caller, item);
        const problems = await typeProblems(trx, accountId, resourceTypeId);
        if (problems.length > 0) throw invalid(problems);
        await assertVideoAvailable(trx, 'resource', item, input);
        const created = await insertRow(trx, 'resource', {
          ...input,
          accountId,
          itemId,
          displayOrder: await nextPosition(trx, 'resource', accountId, itemId),
          url: linkTarget,
          ...(externalPlatform && externalPlatformId && urlsOf(externalPlatform, externalPlatformId)),
        });
        // For a file, the webhook event follows once it is uploaded.
        if (fileMimeType === undefined || fileSizeBytes === undefined) {
          await enqueueItemUpdated(trx, clock, accountId, itemId);
          return { row: created };
        }
        const planned = await planUpload(trx, clock, accountId, {
          purpose: 'resource',
          subjectId: created.id,
          contentType: fileMimeType,
          sizeBytes: fileSizeBytes,
          filename: filenameOf(input),
          byContributor: isContributor(caller),
        });
        return { row: created, upload: planned };
      });
      return {
        resource: await completeOne(caller, row),
        uploadUrl: upload ? await uploads.urlOf(upload) : null,
      };
    },

    /**
     * A new position shifts the resources that follow.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError}
     * @throws {ConflictError} when the item already has the video
     */
    update: (
      caller: Caller,
      itemId: number,
      id: number,
      changes: ResourceChanges,
      conditions?: SaveConditions,
    ): Promise<ResourceRecord> =>
      save(caller, async (trx, accountId) => {
        const item = await getLocked(trx, 'item', accountId, itemId);
        assertMayChange(caller, item);
        const known = await lockForChange(trx, 'resource', accountId, id, conditions);
        if (known.itemId !== itemId) throw notFound();
        const { displayOrder, linkTarget, externalPlatformId, ...details } = changes;
        const { columns, problems } = targetChanges(known, { linkTarget, externalPlatformId });
        problems.push(...(await typeProblems(trx, accountId, details.resourceTypeId)));
        if (problems.length > 0) throw invalid(problems);
        if (externalPlatformId !== undefined && externalPlatformId !== known.externalPlatformId)
          await assertVideoAvailable(trx, 'resource', item, { ...known, externalPlatformId }, id);
        await moveTo(trx, 'resource', itemId, known, displayOrder);
        await enqueueItemUpdated(trx, clock, accountId, itemId);
        return updateRow(trx, 'resource', accountId, id, { ...details, ...columns });
      }),

    /**
     * The resources after it move up; its file is removed within seconds.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: (caller: Caller, itemId: number, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        assertMayChange(caller, await getLocked(trx, 'item', accountId, itemId));
        const known = await lockForChange(trx, 'resource', accountId, id, { ifMatch });
        if (known.itemId !== itemId) throw notFound();
        await updateRow(trx, 'resource', accountId, id, {
          deletedDate: isoTime(clock),
          deletedBy: authorOf(caller),
          ...withoutFile(known),
        });
        const blobKey = blobKeyOf(known.url);
        if (blobKey) await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
        await removeUnfinished(trx, clock, accountId, 'resource', id);
        await reorder(trx, 'resource', accountId, itemId);
        await enqueueItemUpdated(trx, clock, accountId, itemId);
      }),

    /**
     * Restores a deleted link or video at the end of the item's list.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted, or is a file, which was removed with it
     * @throws {ConflictError} when the item is deleted, or now has the video
     */
    restore: (caller: Caller, itemId: number, id: number): Promise<ResourceRecord> =>
      save(caller, async (trx, accountId) => {
        const known = await findRow(trx, 'resource', accountId, id, true);
        if (known?.itemId !== itemId) throw notFound();
        const item = await lockParent(trx, 'item', accountId, itemId, 'The item');
        assertMayChange(caller, item);
        const deleted = await lockDeleted(trx, 'resource', accountId, id);
        if (deleted.contentType === 'file') throw invalidState(NO_RESOURCE_FILE);
        await assertVideoAvailable(trx, 'resource', item, deleted);
        const displayOrder = await nextPosition(trx, 'resource', accountId, itemId);
        await enqueueItemUpdated(trx, clock, accountId, itemId);
        return updateRow(trx, 'resource', accountId, id, { ...notDeleted, displayOrder });
      }),
  };
};

/** A deleted file has no URL, even with `_withDeleted`. */
const withoutFile = ({ contentType }: Row<'resource'>): Partial<NewRow<'resource'>> =>
  contentType === 'file' ? { url: null } : {};

/** The item's resource, or undefined if it or the item is deleted (`withDeleted` finds both). */
const findResource = async (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
  withDeleted = false,
): Promise<Row<'resource'> | undefined> => {
  const [item, row] = await Promise.all([
    findRow(db, 'item', accountId, itemId, withDeleted),
    findRow(db, 'resource', accountId, id, withDeleted),
  ]);
  return item && row?.itemId === itemId ? row : undefined;
};

/** Receives the uploaded file of a resource: from then on, its URL is valid. */
export const createResourceReceiver = ({ db, clock }: { db: Db; clock: Clock }): UploadReceiver => ({
  /** @throws {NotFoundError} when the resource has been deleted in the meantime */
  onUploaded: (upload) =>
    db.transaction().execute(async (trx) => {
      const { accountId, subjectId, blobKey } = upload;
      const resource = await lockReceiving(trx, 'resource', upload);
      if (!resource) throw notFound('The resource has been deleted');
      await updateRow(trx, 'resource', accountId, subjectId, { url: blobPath(blobKey) });
      await enqueueItemUpdated(trx, clock, accountId, resource.itemId);
    }),
});
