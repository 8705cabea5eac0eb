/** The duration of an item: that of its longest media or, without media, the end of its transcript. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, rowsWhere, updateWhere } from '../../platform/db/rows.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { enqueueItemUpdated } from '../items/item-webhook-events.js';
import { presentStatuses } from './media-types.js';

/** Duration of each item's longest available media asset in seconds; items without media are absent. */
export const mediaDurations = async (
  trx: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await existingRows(trx, 'mediaAsset', accountId)
    .select(({ fn }) => ['itemId', fn.max<number>('durationSecs').as('secs')])
    .where('itemId', 'in', itemIds)
    .where('status', 'in', presentStatuses)
    .where('durationSecs', 'is not', null)
    .groupBy('itemId')
    .execute();
  return new Map(rows.map(({ itemId, secs }) => [itemId, secs]));
};

/**
 * Call it after the item's media have changed: updates the item's duration and notifies webhooks. The item must
 * be locked.
 */
export const syncDuration = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
): Promise<void> => {
  const durations = await mediaDurations(trx, accountId, [itemId]);
  const durationSecs = durations.get(itemId) ?? (await spokenSecs(trx, accountId, itemId));
  await updateWhere(trx, 'item', { accountId, id: itemId })
    .set({ durationSecs, updatedDate: isoTime(clock) })
    .where(sql<boolean>`"durationSecs" is distinct from ${durationSecs}`)
    .execute();
  await enqueueItemUpdated(trx, clock, accountId, itemId);
};

const spokenSecs = async (trx: Db, accountId: number, itemId: number): Promise<number | null> => {
  const row = await rowsWhere(trx, 'transcript', { accountId, itemId, isCurrent: 1 })
    .select('endMs')
    .executeTakeFirst();
  const endMs = row?.endMs ?? null;
  return endMs === null ? null : Math.round(endMs / 1_000);
};
