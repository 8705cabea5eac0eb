/** The end of a processing run in SQL: items become ready, or public where they publish themselves, unless they changed meanwhile. */
import type { Chunk } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { inPublicIndex } from '../content/items/visibility.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { mediaDurations } from '../content/media/media-duration.repository.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { endRuns } from './run.repository.js';

/** An item as the index holds it now. */
export interface Processed {
  itemId: number;
  chunks: Chunk[];
  mediaAssetId: number | null;
  /** Of the transcript the chunks are from. */
  contentHash: string;
  /** Whether the index shows it to the public. */
  published: boolean;
}

/** Items whose transcript has been replaced meanwhile stay as they are and are processed again. */
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

/** @returns whether the item is public now; undefined where it is gone */
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
  // An item that was public all the while keeps its status.
  const kept = await trx
    .updateTable('item')
    .set({ ...values, updatedDate: isoTime(clock) })
    .where('accountId', '=', accountId)
    .where('id', '=', itemId)
    .where('deletedDate', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (kept) await enqueueItemEvent(trx, clock, 'item.updated', kept);
  return kept && inPublicIndex.has(kept.status);
};

/** End of the last chunk, seconds; null where nothing is timed. */
const spokenSecs = (chunks: readonly Chunk[]): number | null => {
  const end = chunks.reduce((latest, { endMs }) => Math.max(latest, endMs ?? -1), -1);
  return end < 0 ? null : Math.round(end / 1_000);
};
