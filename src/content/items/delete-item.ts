/** Soft-deletes items and restores them: one for a single call, several for a bulk job. */
import type { Db } from '../../platform/db/dialect.js';
import {
  lockDeleted,
  lockForChange,
  lockParent,
  rowsById,
  updateRow,
  updateRows,
  rowsWhere,
} from '../../platform/db/rows.js';
import { uniqueSlug } from '../../platform/db/slugs.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import { slugify } from '../../platform/lib/slug.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { endResumable } from '../../platform/storage/resumable.repository.js';
import { assertMayChange, assertMayRestore } from './draft-policy.js';
import { deleteDrafts } from './item-draft.repository.js';
import { onlyOutcome, partitionByCheck, type Outcomes } from './item-outcomes.js';
import { recordRevisions } from './item-revisions.repository.js';
import { withoutPastTimes } from './item-schedule.js';
import { enqueueItemEvents } from './item-webhook-events.js';
import { deletePreviewLinks } from './preview-link.repository.js';
import { PUBLIC_OR_CHANGING } from './refresh-item.js';

interface Deps {
  clock: Clock;
  quotas: Quotas;
}

type Item = Row<'item'>;
const idOf = ({ id }: Item): number => id;

/**
 * Soft-deletes the item, removes its pending changes, and ends preview links and uploads in pieces. It is no longer
 * public when the transaction commits, and leaves the index soon after.
 * @param ifMatch the `If-Match` header, if any
 * @throws {NotFoundError}
 * @throws {PermissionError} when the caller may not change it
 * @throws {PreconditionFailedError}
 */
export const deleteItem = async (
  trx: Db,
  deps: Deps,
  caller: Caller,
  id: number,
  ifMatch?: string,
): Promise<void> => {
  const { accountId } = caller;
  await deps.quotas.lock(trx, accountId);
  const item = await lockForChange(trx, 'item', accountId, id, { ifMatch });
  onlyOutcome(await deleteItems(trx, deps, caller, [item]));
};

/** Each item as by `deleteItem`, in few statements. The quotas and the items must be locked, in this order. */
export const deleteItems = async (
  trx: Db,
  { clock }: Pick<Deps, 'clock'>,
  caller: Caller,
  items: readonly Item[],
): Promise<Outcomes> => {
  const { accountId } = caller;
  const outcomes: Outcomes = new Map();
  const allowed = await partitionByCheck(items, idOf, outcomes, (item) => assertMayChange(caller, item));
  const values = { deletedDate: isoTime(clock), hasDraft: 0 as const, updatedBy: authorOf(caller) };
  const deleted: Item[] = [];
  for (const [isPublic, group] of groupBy(allowed, ({ status }) => PUBLIC_OR_CHANGING.has(status))) {
    const unpublished: Partial<NewRow<'item'>> = isPublic
      ? { status: 'unpublished', autoPublish: 0, unpublishAt: null }
      : {};
    deleted.push(
      ...(await updateRows(trx, 'item', accountId, group.map(idOf), { ...values, ...unpublished })),
    );
  }
  const drafts = allowed.filter(({ hasDraft }) => hasDraft === 1);
  await deleteDrafts(trx, accountId, drafts.map(idOf));
  await deletePreviewLinks(trx, accountId, deleted.map(idOf));
  await endResumable(trx, clock, accountId, 'media', await waitingMedia(trx, accountId, deleted.map(idOf)));
  await recordRevisions(trx, clock, caller, snapshots(allowed), deleted);
  await enqueueItemEvents(trx, clock, accountId, 'item.deleted', deleted);
  await enqueueMany(trx, clock, accountId, 'removeItem', payloads(deleted));
  for (const row of deleted) outcomes.set(row.id, row);
  return outcomes;
};

/** Media of the items whose upload has not finished. */
const waitingMedia = async (trx: Db, accountId: number, itemIds: readonly number[]): Promise<number[]> => {
  if (itemIds.length === 0) return [];
  const rows = await rowsWhere(trx, 'mediaAsset', { accountId, status: 'created' })
    .select('id')
    .where('itemId', 'in', itemIds)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Restores a deleted item; a published one becomes unpublished, and past times of publishing and unpublishing are
 * removed. Its slug gets a number if another item has it now.
 * @throws {NotFoundError}
 * @throws {PermissionError} when the caller may not change it, or not set the schedule that comes back with it
 * @throws {InvalidStateError} when it is not deleted
 * @throws {ConflictError} when its collection is deleted
 * @throws {QuotaExceededError}
 */
export const restoreItem = async (trx: Db, deps: Deps, caller: Caller, id: number): Promise<Item> => {
  const { accountId } = caller;
  await deps.quotas.lock(trx, accountId);
  const item = await lockDeleted(trx, 'item', accountId, id);
  return onlyOutcome(await restoreItems(trx, deps, caller, [item]));
};

/** Each deleted item as by `restoreItem`. The quotas and the items must be locked, in this order. */
export const restoreItems = async (
  trx: Db,
  { clock, quotas }: Deps,
  caller: Caller,
  items: readonly Item[],
): Promise<Outcomes> => {
  const { accountId } = caller;
  const outcomes: Outcomes = new Map();
  const seriesIds = items.map(({ seriesId }) => seriesId);
  const series = await rowsById(trx, 'series', accountId, seriesIds);
  const restored: Item[] = [];
  const allowed = await partitionByCheck(items, idOf, outcomes, async (item) => {
    assertMayRestore(caller, { ...item, ...withoutPastTimes(clock, item) });
    await quotas.reserve(trx, accountId, 'items');
    await lockParent(trx, 'collection', accountId, item.collectionId, 'The collection');
    const itsSeries = series.get(item.seriesId ?? 0);
    const values = await restoredValues(trx, clock, item, itsSeries?.collectionId === item.collectionId);
    const row = await updateRow(trx, 'item', accountId, item.id, { ...values, updatedBy: authorOf(caller) });
    if (row) restored.push(row);
  });
  await recordRevisions(trx, clock, caller, snapshots(allowed), restored);
  await enqueueItemEvents(trx, clock, accountId, 'item.updated', restored);
  const [interrupted, others] = [restored.filter(isInProgress), restored.filter((row) => !isInProgress(row))];
  await enqueueMany(trx, clock, accountId, 'processItem', payloads(interrupted));
  const indexed = others.filter(({ indexedMediaAssetId }) => indexedMediaAssetId !== null);
  await enqueueMany(trx, clock, accountId, 'refreshItem', payloads(indexed));
  for (const row of restored) outcomes.set(row.id, row);
  return outcomes;
};

const restoredValues = async (
  trx: Db,
  clock: Clock,
  item: Item,
  hasSeries: boolean,
): Promise<Partial<NewRow<'item'>>> => {
  const { accountId, collectionId, urlSlug, title } = item;
  return {
    deletedDate: null,
    updatedDate: isoTime(clock),
    urlSlug: await uniqueSlug(trx, 'item', accountId, collectionId, urlSlug ?? slugify(title)),
    ...(isInProgress(item) && { status: 'queued' }),
    ...withoutPastTimes(clock, item),
    ...(!hasSeries && { seriesId: null, orderInSeries: null }),
  };
};

/** Its processing was interrupted by the deletion. */
const isInProgress = ({ status }: Item): boolean => status === 'queued' || status === 'processing';

const snapshots = (items: readonly Item[]) => items.map((row) => ({ row, lists: {} }));
const payloads = (items: readonly Item[]) => items.map(({ id: itemId }) => ({ itemId }));
