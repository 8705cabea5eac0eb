/** Creates, changes, deletes and restores items. */
import { toColumns } from '../../platform/db/columns.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { createRecordReader } from '../../platform/db/record-reader.js';
import { findRow, lockDeleted, lockForChange, lockParent, updateRow } from '../../platform/db/rows.js';
import { uniqueSlug, assertSlugAvailable } from '../../platform/db/slugs.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import { isoTime, isoTimeAfter, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { slugify } from '../../platform/lib/slug.js';
import { moveVariantTypes } from '../collections/variant-type.repository.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';
import { createItem } from '../items/create-item.js';
import { followTranscripts } from '../items/current-transcript.repository.js';
import { assertSchedule, hasPassed } from '../items/item-schedule.js';
import { idsOf, requireReferences } from '../items/item-references.js';
import { enterStep } from '../items/item-wizard.js';
import { setItemSpeakers, setItemTopics } from '../items/item.repository.js';
import { completeItems } from './item-expansions.repository.js';
import { itemList, type Item, type ItemChanges, type NewItem } from '../items/item.schema.js';
import { refreshItem, TOUCHED_BY_INDEX } from '../items/refresh-item.js';

export type ItemService = ReturnType<typeof createItemService>;

export const createItemService = ({ db, clock, quotas }: { db: Db; clock: Clock; quotas: Quotas }) => {
  const { save, list, get } = createRecordReader<'item', Item>({
    db,
    spec: itemList,
    complete: ({ accountId }, rows, { expand }) => completeItems(db, accountId, rows, expand),
  });

  /** The slug after the change, in the collection that the item will be in. */
  const changedSlug = async (
    trx: Db,
    item: Row<'item'>,
    { urlSlug, title = item.title, collectionId = item.collectionId }: ItemChanges,
  ): Promise<string | null> => {
    const moved = collectionId !== item.collectionId;
    if (typeof urlSlug === 'string') {
      await assertSlugAvailable(trx, 'item', item.accountId, collectionId, urlSlug, item.id);
      return urlSlug;
    }
    if (urlSlug === undefined && !moved) return item.urlSlug;
    const base = urlSlug === undefined ? (item.urlSlug ?? slugify(title)) : slugify(title);
    if (base === item.urlSlug && !moved) return base;
    return uniqueSlug(trx, 'item', item.accountId, collectionId, base);
  };

  /** An item that leaves its collection leaves its series; its order in the series goes with it. */
  const changedSeries = (item: Row<'item'>, changes: ItemChanges): Partial<NewRow<'item'>> => {
    const moved = changes.collectionId !== undefined && changes.collectionId !== item.collectionId;
    const seriesId = changes.seriesId === undefined ? (moved ? null : item.seriesId) : changes.seriesId;
    if (seriesId === item.seriesId) return {};
    return { seriesId, orderInSeries: changes.orderInSeries ?? null };
  };

  return {
    list,
    get,

    /**
     * Creates a draft.
     * @throws {ValidationError} when a referenced record does not exist
     * @throws {ConflictError} when the requested slug is taken
     * @throws {QuotaExceededError}
     */
    create: (caller: Caller, input: NewItem): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        await quotas.reserve(trx, accountId, 'items');
        return createItem(trx, clock, accountId, input);
      }),

    /**
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ValidationError} when a referenced record does not exist, or `publishAt` is in the past
     * @throws {ConflictError} when the requested slug is taken
     * @throws {InvalidStateError} when the wizard cannot enter the step, or a published item is given a `publishAt`
     */
    update: (caller: Caller, id: number, changes: ItemChanges, ifMatch?: string): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        const item = await lockForChange(trx, 'item', accountId, id, ifMatch);
        assertSchedule(clock, changes.publishAt, item);
        const collectionId = changes.collectionId ?? item.collectionId;
        await requireReferences(trx, accountId, changes, collectionId);
        const { wizardStep, speakers, topics, ...columns } = changes;
        if (wizardStep) await enterStep(trx, clock, item, wizardStep);
        const changed = await updateRow(trx, 'item', accountId, id, {
          ...toColumns(columns),
          ...(wizardStep && { wizardStep }),
          ...changedSeries(item, changes),
          urlSlug: await changedSlug(trx, item, changes),
          // Other speakers or topics are another version too, though they are not columns.
          updatedDate: isoTimeAfter(clock, item.updatedDate),
        });
        if (!changed) throw notFound();
        if (speakers) await setItemSpeakers(trx, accountId, id, idsOf(speakers));
        if (topics) await setItemTopics(trx, accountId, id, idsOf(topics));
        if (collectionId !== item.collectionId) {
          await moveVariantTypes(trx, accountId, id, collectionId);
          await followTranscripts(trx, clock, accountId, [id]);
        }
        await refreshItem(trx, clock, changed);
        return changed;
      }),

    /**
     * Soft-deletes the item. It is no longer public when this resolves, and leaves the index soon after.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     */
    remove: ({ accountId }: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await quotas.lock(trx, accountId);
        const item = await lockForChange(trx, 'item', accountId, id, ifMatch);
        const deleted = await updateRow(trx, 'item', accountId, id, {
          deletedDate: isoTime(clock),
          ...(TOUCHED_BY_INDEX.has(item.status) && { status: 'unpublished' }),
        });
        if (deleted) await enqueueItemEvent(trx, clock, 'item.deleted', deleted);
        await enqueue(trx, clock, accountId, 'removeItem', { itemId: id });
      }),

    /**
     * Brings a deleted item back, a published one as unpublished, without a `publishAt` that has passed. Its slug gets a number when another item has it now.
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when it is not deleted
     * @throws {ConflictError} when its collection is deleted
     * @throws {QuotaExceededError}
     */
    restore: (caller: Caller, id: number): Promise<Item> =>
      save(caller, async (trx, accountId) => {
        await quotas.lock(trx, accountId);
        const item = await lockDeleted(trx, 'item', accountId, id);
        await quotas.reserve(trx, accountId, 'items');
        const { collectionId, seriesId } = item;
        await lockParent(trx, 'collection', accountId, collectionId, 'The collection');
        const series = seriesId === null ? undefined : await findRow(trx, 'series', accountId, seriesId);
        const interrupted = item.status === 'queued' || item.status === 'processing';
        const restored = await updateRow(trx, 'item', accountId, id, {
          deletedDate: null,
          updatedDate: isoTime(clock),
          urlSlug: await uniqueSlug(
            trx,
            'item',
            accountId,
            collectionId,
            item.urlSlug ?? slugify(item.title),
          ),
          ...(interrupted && { status: 'queued' }),
          ...(hasPassed(clock, item.publishAt) && { publishAt: null }),
          ...(series?.collectionId !== collectionId && { seriesId: null, orderInSeries: null }),
        });
        if (!restored) throw notFound();
        await enqueueItemEvent(trx, clock, 'item.updated', restored);
        if (interrupted) await enqueue(trx, clock, accountId, 'processItem', { itemId: id });
        else if (item.indexedMediaAssetId !== null)
          await enqueue(trx, clock, accountId, 'refreshItem', { itemId: id });
        return restored;
      }),
  };
};
