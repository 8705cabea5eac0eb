/** Soft-deletes items and restores them, for single calls and for bulk jobs. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, lockDeleted, lockForChange, lockParent, updateRow } from '../../platform/db/rows.js';
import { uniqueSlug } from '../../platform/db/slugs.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { hasPassed, isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { slugify } from '../../platform/lib/slug.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { endResumable } from '../../platform/storage/resumable.repository.js';
import { assertMayChange } from './draft-policy.js';
import { deleteDraft } from './item-draft.repository.js';
import { deletePreviewLinks } from './preview-link.repository.js';
import { recordRevision } from './item-revisions.repository.js';
import { enqueueItemEvent } from './item-webhook-events.js';
import { TOUCHED_BY_INDEX } from './refresh-item.js';

interface Deps {
  clock: Clock;
  quotas: Quotas;
}

/**
 * Soft-deletes the item, removes its pending changes, and ends preview links and uploads in pieces. It is no longer public when the transaction commits, and leaves the index soon after.
 * @param ifMatch the `If-Match` header, if any
 * @throws {NotFoundError}
 * @throws {PermissionError} when the caller may not change it
 * @throws {PreconditionFailedError}
 */
export const deleteItem = async (
  trx: Db,
  { clock, quotas }: Deps,
  caller: Caller,
  id: number,
  ifMatch?: string,
): Promise<void> => {
  const { accountId } = caller;
  await quotas.lock(trx, accountId);
  const item = await lockForChange(trx, 'item', accountId, id, ifMatch);
  assertMayChange(caller, item);
  const deleted = await updateRow(trx, 'item', accountId, id, {
    deletedDate: isoTime(clock),
    hasDraft: 0,
    updatedBy: authorOf(caller),
    ...(TOUCHED_BY_INDEX.has(item.status) && { status: 'unpublished', autoPublish: 0 }),
  });
  if (item.hasDraft === 1) await deleteDraft(trx, accountId, id);
  await deletePreviewLinks(trx, accountId, id);
  await endResumable(trx, clock, accountId, 'media', await mediaIdsOf(trx, accountId, id));
  if (!deleted) throw notFound();
  await recordRevision(trx, clock, caller, { row: item, lists: {} }, deleted);
  await enqueueItemEvent(trx, clock, 'item.deleted', deleted);
  await enqueue(trx, clock, accountId, 'removeItem', { itemId: id });
};

const mediaIdsOf = async (trx: Db, accountId: number, itemId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('mediaAsset')
    .select('id')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('status', '=', 'created')
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Restores a deleted item; a published one becomes unpublished, and a past `publishAt` is removed. Its slug gets
 * a number if another item has it now.
 * @throws {NotFoundError}
 * @throws {PermissionError} when the caller may not change it
 * @throws {InvalidStateError} when it is not deleted
 * @throws {ConflictError} when its collection is deleted
 * @throws {QuotaExceededError}
 */
export const restoreItem = async (
  trx: Db,
  { clock, quotas }: Deps,
  caller: Caller,
  id: number,
): Promise<Row<'item'>> => {
  const { accountId } = caller;
  await quotas.lock(trx, accountId);
  const item = await lockDeleted(trx, 'item', accountId, id);
  assertMayChange(caller, item);
  await quotas.reserve(trx, accountId, 'items');
  const { collectionId, seriesId } = item;
  await lockParent(trx, 'collection', accountId, collectionId, 'The collection');
  const series = seriesId === null ? undefined : await findRow(trx, 'series', accountId, seriesId);
  const interrupted = item.status === 'queued' || item.status === 'processing';
  const slug = item.urlSlug ?? slugify(item.title);
  const restored = await updateRow(trx, 'item', accountId, id, {
    deletedDate: null,
    updatedDate: isoTime(clock),
    updatedBy: authorOf(caller),
    urlSlug: await uniqueSlug(trx, 'item', accountId, collectionId, slug),
    ...(interrupted && { status: 'queued' }),
    ...(hasPassed(clock, item.publishAt) && { publishAt: null }),
    ...(series?.collectionId !== collectionId && { seriesId: null, orderInSeries: null }),
  });
  if (!restored) throw notFound();
  await recordRevision(trx, clock, caller, { row: item, lists: {} }, restored);
  await enqueueItemEvent(trx, clock, 'item.updated', restored);
  if (interrupted) await enqueue(trx, clock, accountId, 'processItem', { itemId: id });
  else if (item.indexedMediaAssetId !== null)
    await enqueue(trx, clock, accountId, 'refreshItem', { itemId: id });
  return restored;
};
