/**
 * Ends a processing run in SQL: items become ready, or public with autoPublish or at their publishing time,
 * unless they have changed since.
 */
import type { Db } from '../platform/db/dialect.js';
import { lockRows, updateWhere } from '../platform/db/rows.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import {
  currentTranscripts,
  indexedBy,
  playableRecordings,
} from '../content/items/current-transcript.repository.js';
import { recordRevision } from '../content/items/item-revisions.repository.js';
import { publishesOnceReady } from '../content/items/item-schedule.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { inPublicIndex } from '../content/items/visibility.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { mediaDurations } from '../content/media/media-duration.repository.js';
import { enqueueItemEvent } from '../content/items/item-webhook-events.js';
import { completeRunJobs, endRuns } from './runs/run.repository.js';
import { requestSuggestions } from './suggest/suggest-step.repository.js';

/** An item in the state in which it was indexed. */
export interface Processed {
  itemId: number;
  /** End of the transcript; null without times. */
  endMs: number | null;
  /** The media asset whose transcript or recording was indexed; null if none was to be indexed. */
  mediaAssetId: number | null;
  /** Hash of the transcript from which the chunks were made; empty without one. */
  contentHash: string;
  /** Whether it was indexed as public. */
  published: boolean;
  /** Whether its run goes on, because its transcript is still being made. */
  isAhead: boolean;
}

/**
 * Items whose transcript or recording has been replaced since are left unchanged and processed again.
 * @param suggests whether suggestions follow
 * @returns the ids of the other items
 */
export const finishItems = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  processed: readonly Processed[],
  suggests: boolean,
): Promise<Set<number>> => {
  const ids = processed.map(({ itemId }) => itemId);
  // A transcript that is being saved for a run in progress is either seen here, or sees that the run has ended.
  await lockRows(trx, 'item', accountId, ids, true);
  const transcripts = await currentTranscripts(trx, accountId, ids);
  const without = ids.filter((id) => !transcripts.has(id));
  const recordings = await playableRecordings(trx, accountId, without);
  const durations = await mediaDurations(trx, accountId, ids);
  const finished: number[] = [];
  for (const item of processed) {
    const transcript = transcripts.get(item.itemId);
    const mediaAssetId = transcript ? indexedBy(transcript) : recordings.get(item.itemId)?.id;
    const isOutdated =
      (transcript?.contentHash ?? '') !== item.contentHash || mediaAssetId !== item.mediaAssetId;
    if (isOutdated) {
      await enqueue(trx, clock, accountId, 'processItem', { itemId: item.itemId });
      continue;
    }
    if (!item.isAhead) finished.push(item.itemId);
    const isPublic = await finishItem(trx, clock, accountId, item, durations.get(item.itemId));
    if (isPublic !== undefined && isPublic !== item.published)
      await enqueue(trx, clock, accountId, 'refreshItem', { itemId: item.itemId });
  }
  await endRuns(trx, clock, accountId, finished, { status: 'done' });
  await completeRunJobs(trx, accountId, finished);
  await requestSuggestions(trx, clock, accountId, finished, suggests);
  return new Set(finished);
};

/** @returns whether the item is public now; undefined if it was deleted */
const finishItem = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  { itemId, endMs, mediaAssetId }: Processed,
  mediaSecs: number | undefined,
): Promise<boolean | undefined> => {
  const values = {
    indexedMediaAssetId: mediaAssetId,
    durationSecs: mediaSecs ?? (endMs === null ? null : Math.round(endMs / 1_000)),
    wizardStep: 'finalize',
  };
  const ready = await applyEvent(trx, clock, accountId, itemId, 'finish', values);
  if (ready && mediaAssetId !== null && publishesOnceReady(clock, ready)) {
    await applyEvent(trx, clock, accountId, itemId, 'publish');
    const done = await applyEvent(trx, clock, accountId, itemId, 'publishDone', {
      publishedDate: isoTime(clock),
    });
    if (done) await recordRevision(trx, clock, null, { row: ready, lists: {} }, done);
    return true;
  }
  if (ready) return false;
  // An item that was public all along keeps its status.
  const updated = await updateWhere(trx, 'item', { accountId, id: itemId, deletedDate: null })
    .set({ ...values, updatedDate: isoTime(clock) })
    .returningAll()
    .executeTakeFirst();
  if (updated) await enqueueItemEvent(trx, clock, 'item.updated', updated);
  return updated && inPublicIndex.has(updated.status);
};
