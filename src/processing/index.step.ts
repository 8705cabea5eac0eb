/** Step: embeds chunks, writes items to the search index and makes them ready. */
import pLimit from 'p-limit';
import { embedItems } from '../../indexer/index.js';
import { enqueueIndexMaintenance } from '../search/indexing/index-items.js';
import { isStoreDown } from '../platform/lib/errors.js';
import { finishItems, type Processed } from './finish-items.repository.js';
import { isIndexed, mediaToIndex, type StepBatch, type StepFactory, type WorkItem } from './step.js';
import type { StepResult } from './runs/run.repository.js';

/** Minimum time between maintenance runs of the index while more items are waiting: this long … */
const MIN_REST_MS = 10_000;
/** … and this multiple of the duration of the last run. */
const RESTS_PER_RUN = 9;
const EMBEDDED_PERCENT = 80;

export const indexStep: StepFactory = ({ db, clock, log, index, embedder, suggestThreads }) => {
  // The parts that follow are embedded while one is written.
  const writing = pLimit(1);
  let restsUntil = -Infinity;
  let lastWrite = -Infinity;

  const embed = async (items: readonly WorkItem[]) => {
    const drafts = items.flatMap((work) => (isIndexed(work) ? work.draft : []));
    return drafts.length === 0 ? [] : embedItems(await embedder.get(), drafts);
  };

  /** Skipped after only a few items: the maintenance job that follows handles those. */
  const maintainWhenDue = async (): Promise<void> => {
    const started = performance.now();
    if (started - lastWrite > MIN_REST_MS) restsUntil = Math.max(restsUntil, started + MIN_REST_MS);
    lastWrite = started;
    if (started < restsUntil) return;
    await (await index.writable()).index.maintain();
    const ended = performance.now();
    lastWrite = ended;
    restsUntil = ended + Math.max(MIN_REST_MS, (ended - started) * RESTS_PER_RUN);
  };

  const write = async (
    { accountId, items }: StepBatch,
    records: Awaited<ReturnType<typeof embed>>,
  ): Promise<Map<number, StepResult>> => {
    const unindexed = items.flatMap((work) => (isIndexed(work) ? [] : work.itemId));
    try {
      if (unindexed.length > 0) await index.remove(accountId, unindexed);
      if (records.length > 0) await index.write((serving) => serving.replaceItems(records));
    } catch (error) {
      if (isStoreDown(error)) index.reopen(error);
      throw error;
    }
    const finished = await db.transaction().execute(async (trx) => {
      const ended = await finishItems(trx, clock, accountId, items.map(processedOf), suggestThreads !== null);
      await enqueueIndexMaintenance(trx, clock, accountId);
      return ended;
    });
    // The items are ready, so a failure here must not fail their run. The enqueued maintenance job tries again.
    await maintainWhenDue().catch((err: unknown) => log.warn({ err }, 'the index could not be compacted'));
    return new Map(
      items.map(({ itemId }) => [itemId, { status: finished.has(itemId) ? 'done' : 'waiting' }]),
    );
  };

  return {
    weight: 40,
    run: async (part) => {
      const records = await embed(part.items);
      await part.report(EMBEDDED_PERCENT);
      return writing(() => write(part, records));
    },
  };
};

const processedOf = (work: WorkItem): Processed => ({
  itemId: work.itemId,
  endMs: work.transcript?.endMs ?? null,
  mediaAssetId: mediaToIndex(work),
  contentHash: work.transcript?.contentHash ?? '',
  published: work.draft.published,
  isAhead: work.isAhead,
});
