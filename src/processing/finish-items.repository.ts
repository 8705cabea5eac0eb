/**
 * The end of a processing run in SQL: items become ready, or public with autoPublish, unless they changed meanwhile.
 */
import type { Chunk } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { inPublicIndex } from '../content/items/visibility.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { mediaDurations } from '../content/media/media-duration.repository.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { endRuns } from './run.repository.js';

/** An item as it was indexed. */
export interface Processed {
  itemId: number;
  chunks: Chunk[];
  mediaAssetId: number | null;
  /** Hash of the transcript that the chunks are from. */
  contentHash: string;
  /** Whether it was indexed as public. */
  published: boolean;
}

/** Items whose transcript was replaced meanwhile are left as they are and processed again. */
export const finishItems = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  processed: readonly Processed[],
): Promise<void> => {
  const ids = processed.map(({ itemId }) => itemId);
  const hashes = await trx
    .selectFrom('transcript')
    .select(['itemId', 'contentHash'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', ids)
    .execute();
  const hashOf = new Map(hashes.map(({ itemId, contentHash }) => [itemId, contentHash]));
  const durations = await mediaDurations(trx, accountId, ids);
  const finished: number[] = [];
  for (const item of processed) {
    if (hashOf.get(item.itemId) !== item.contentHash) {
      await enqueue(trx, clock, accountId, 'processItem', { itemId: item.itemId });
      continue;
    }
    finished.push(item.itemId);
    const isPublic = await finishItem(trx, clock, accountId, item, durations.get(item.itemId));
    if (isPublic !== undefined && isPublic !== item.published)
      await enqueue(trx, clock, accountId, 'refreshItem', { itemId: item.itemId });
  }
  await endRuns(trx, clock, accountId, finished);
};

/** @returns whether the item is public now; undefined if it was deleted */
const finishItem = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  { itemId, chunks, mediaAssetId }: Processed,
  mediaSecs: number | undefined,
): Promise<boolean | undefined> => {
  const values = {
    indexedMediaAssetId: mediaAssetId,
    durationSecs: mediaSecs ?? spokenSecs(chunks),
    wizardStep: 'finalize',
  };
  const ready = await applyEvent(trx, clock, accountId, itemId, 'finish', values);
  if (ready?.autoPublish === 1) {
    await applyEvent(trx, clock, accountId, itemId, 'publish');
    await applyEvent(trx, clock, accountId, itemId, 'publishDone', { publishedDate: isoTime(clock) });
    return true;
  }
  if (ready) return false;
  // An item that was public throughout keeps its status.
  const updated = await trx
    .updateTable('item')
    .set({ ...values, updatedDate: isoTime(clock) })
    .where('accountId', '=', accountId)
    .where('id', '=', itemId)
    .where('deletedDate', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (updated) await enqueueItemEvent(trx, clock, 'item.updated', updated);
  return updated && inPublicIndex.has(updated.status);
};

/** End of the last chunk in seconds; null without times. */
const spokenSecs = (chunks: readonly Chunk[]): number | null => {
  const end = chunks.reduce((latest, { endMs }) => Math.max(latest, endMs ?? -1), -1);
  return end < 0 ? null : Math.round(end / 1_000);
};
