/** Tells the search index and webhooks about a change to an item. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueueItemEvent } from './item-webhook-events.js';

/** Statuses in which the public index shows the item, or is about to, or still does. */
export const TOUCHED_BY_INDEX: ReadonlySet<string> = new Set(['publishing', 'published', 'unpublishing']);

/**
 * Updates the index and enqueues one webhook event after a change to the item, or to something that belongs to it.
 * @param item as it is now
 */
export const refreshItem = async (trx: Db, clock: Clock, item: Row<'item'>): Promise<void> => {
  const { id, accountId, status, indexedMediaAssetId } = item;
  await enqueueItemEvent(trx, clock, 'item.updated', item);
  if (indexedMediaAssetId !== null || TOUCHED_BY_INDEX.has(status))
    await enqueue(trx, clock, accountId, 'refreshItem', { itemId: id });
};
