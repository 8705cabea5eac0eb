/** Notifies the search index and webhooks of changes to items. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueueItemEvents } from './item-webhook-events.js';

/** Statuses in which the public index shows the item, is about to, or still does. */
export const PUBLIC_OR_CHANGING: ReadonlySet<string> = new Set(['publishing', 'published', 'unpublishing']);

/**
 * Updates the index and enqueues one webhook event per item, after changes to items or their records.
 * @param items of the account, in their current state
 * @param delayMs milliseconds before the index is updated; a later change of the item does not wait for it
 */
export const announceItemChanges = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  items: readonly Row<'item'>[],
  delayMs = 0,
): Promise<void> => {
  await enqueueItemEvents(trx, clock, accountId, 'item.updated', items);
  const indexed = items.filter(
    ({ indexedMediaAssetId, status }) => indexedMediaAssetId !== null || PUBLIC_OR_CHANGING.has(status),
  );
  await enqueueMany(
    trx,
    clock,
    accountId,
    'refreshItem',
    indexed.map(({ id: itemId }) => ({ itemId })),
    { delayMs },
  );
};

/** Like `announceItemChanges`, for one item. */
export const announceItemChange = (trx: Db, clock: Clock, item: Row<'item'>): Promise<void> =>
  announceItemChanges(trx, clock, item.accountId, [item]);
