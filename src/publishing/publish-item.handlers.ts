/** Jobs that publish, refresh, unpublish and remove an item in the index. */
import { existingIds } from '../platform/db/rows.js';
import { isoTime } from '../platform/lib/clock.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import type { ItemEvent } from '../content/items/item-states.js';
import { invalidState, isStoreDown } from '../platform/lib/errors.js';
import type { Job, JobHandler } from '../platform/jobs/job.types.js';
import {
  enqueueIndexMaintenance,
  runByAccount,
  updateIndexedItems,
  type IndexingDeps,
} from '../search/indexing/index-items.js';
import { markForIndex } from '../search/indexing/indexable-item.repository.js';

type IndexChangeKind = 'publishItem' | 'unpublishItem' | 'refreshItem';

const BATCH_ITEMS = 64;

export const publishItemHandlers = (deps: IndexingDeps) => {
  const { db, clock, index } = deps;

  /** Updates the index from SQL, then applies the event that confirms it. */
  const applyToIndex = <K extends IndexChangeKind>(done?: ItemEvent): JobHandler<K> => ({
    batchSize: BATCH_ITEMS,
    run: (jobs) =>
      runByAccount(jobs, async (accountId, own) => {
        const itemIds = own.map(({ payload }) => payload.itemId);
        const keepingDate = new Set(
          own.flatMap(({ payload }) => ('keepsDate' in payload ? [payload.itemId] : [])),
        );
        await withIndex(() =>
          index.write((serving) => updateIndexedItems(deps, serving, accountId, itemIds)),
        );
        await db.transaction().execute(async (trx) => {
          await markForIndex(trx, clock, accountId, itemIds);
          for (const itemId of done ? itemIds : []) {
            const isNew = done === 'publishDone' && !keepingDate.has(itemId);
            const values = isNew ? { publishedDate: isoTime(clock) } : {};
            await applyEvent(trx, clock, accountId, itemId, done!, values);
          }
          await enqueueIndexMaintenance(trx, clock, accountId);
        });
      }),
    onRetry: (_trx, { payload: { itemId } }: Pick<Job<IndexChangeKind>, 'payload'>) =>
      done
        ? Promise.reject(invalidState(`Item ${itemId} has status error: process it again, then publish it.`))
        : Promise.resolve(),
    onDead: async ({ accountId, payload }: Job<IndexChangeKind>, error) => {
      if (!done) return;
      await db.transaction().execute(async (trx) => {
        await applyEvent(trx, clock, accountId, payload.itemId, 'fail', { errorMessage: error.message });
      });
    },
  });

  /** Reopens the index after a failure. */
  const withIndex = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (isStoreDown(error)) index.reopen(error);
      throw error;
    }
  };

  const removeItem: JobHandler<'removeItem'> = {
    batchSize: BATCH_ITEMS,
    run: (jobs) =>
      runByAccount(jobs, async (accountId, own) => {
        const itemIds = own.map(({ payload }) => payload.itemId);
        // Items restored in the meantime are left to the job that their restoration enqueued.
        const existing = await existingIds(db, 'item', accountId, itemIds);
        const gone = itemIds.filter((id) => !existing.has(id));
        if (gone.length === 0) return;
        await withIndex(() => index.remove(accountId, gone));
        await enqueueIndexMaintenance(db, clock, accountId);
      }),
  };

  return {
    removeItem,
    publishItem: applyToIndex<'publishItem'>('publishDone'),
    unpublishItem: applyToIndex<'unpublishItem'>('unpublishDone'),
    refreshItem: applyToIndex<'refreshItem'>(),
  };
};
