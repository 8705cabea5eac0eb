/** The job that makes an item ready: chunks into SQL, vectors into the index, then autoPublish. */
import { embedItems } from '../../indexer/index.js';
import type { TranscriptThreads } from '../content/transcripts/transcript-tasks.js';
import { isStoreDown, messageOf } from '../platform/lib/errors.js';
import { partsOf } from '../platform/lib/parts.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../platform/jobs/job.types.js';
import { finishItems } from './finish-items.repository.js';
import {
  enqueueIndexMaintenance,
  runByAccount,
  type IndexingDeps,
} from '../search/indexing/handler-support.js';
import { prepareItems, transcriptBytes, type PreparedItem } from './prepare-items.js';
import { endRuns, waitsForProcessing } from './run.repository.js';

export interface ProcessingDeps extends IndexingDeps {
  threads: TranscriptThreads;
}

const BATCH_ITEMS = 64;
/** Items embedded together and written to the index together; the weight is in bytes of their transcripts. */
const PART = { maxItems: 8, maxWeight: 1_000_000 };
/** Parts in progress at once: while one is written, the next is embedded and a third is chunked. */
const MAX_PARTS_AHEAD = 2;
/** Parts between two maintenance runs of the index while more items are waiting. */
const PARTS_BETWEEN_MAINTENANCE = 128;

export const processItemHandler = (deps: ProcessingDeps): JobHandler<'processItem'> => {
  const { db, clock, index, embedder } = deps;
  let parts = 0;

  const embed = async (items: readonly PreparedItem[]) => {
    const drafts = items.flatMap(({ draft }) => draft ?? []);
    return drafts.length === 0 ? [] : embedItems(await embedder.get(), drafts);
  };

  const write = async (
    accountId: number,
    items: readonly PreparedItem[],
    records: Awaited<ReturnType<typeof embed>>,
  ): Promise<void> => {
    if (items.length === 0) return;
    const unindexed = items.flatMap(({ draft, processed }) => (draft ? [] : processed.itemId));
    if (unindexed.length > 0) await index.remove(accountId, unindexed);
    if (records.length > 0) await index.write((serving) => serving.replaceItems(records));
    await db.transaction().execute(async (trx) => {
      await finishItems(
        trx,
        clock,
        accountId,
        items.map(({ processed }) => processed),
      );
      await enqueueIndexMaintenance(trx, clock, accountId);
    });
    if (++parts % PARTS_BETWEEN_MAINTENANCE === 0) await (await index.writable()).index.maintain();
  };

  const processAll = async (
    accountId: number,
    itemIds: readonly number[],
    stopping: AbortSignal,
  ): Promise<Map<number, JobOutcome>> => {
    const outcomes = new Map<number, JobOutcome>();
    const retries: number[] = [];
    const recordOutcome = async (part: readonly number[], work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (isStoreDown(failure)) index.reopen();
        // One bad item must not fail the others: a part that failed is retried item by item.
        if (part.length > 1 && !isStoreDown(failure)) retries.push(...part);
        else for (const id of part) outcomes.set(id, failure);
      }
    };
    let written: Promise<unknown> = Promise.resolve();
    const begin = (part: readonly number[]): { prepared: Promise<unknown>; settled: Promise<void> } => {
      const before = written;
      const prepared = prepareItems(deps, accountId, part);
      const work = prepared.then(async (items) => {
        const records = await embed(items);
        await before;
        await write(accountId, items, records);
      });
      written = work.catch(() => undefined);
      return { prepared: prepared.catch(() => undefined), settled: recordOutcome(part, work) };
    };
    const pending: Promise<void>[] = [];
    const sizes = await transcriptBytes(db, accountId, itemIds);
    const bytesOf = (id: number): number => sizes.get(id) ?? 0;
    for (const part of partsOf(itemIds, bytesOf, PART)) {
      if (stopping.aborted) {
        for (const id of part) outcomes.set(id, postponed);
        continue;
      }
      const { prepared, settled } = begin(part);
      pending.push(settled);
      await prepared;
      // Nothing is in memory beside a large transcript.
      await pending.at(bytesOf(part[0]!) > PART.maxWeight ? -1 : -1 - MAX_PARTS_AHEAD);
    }
    await Promise.all(pending);
    for (const id of retries) await begin([id]).settled;
    return outcomes;
  };

  return {
    batchSize: BATCH_ITEMS,
    run: (jobs, stopping) =>
      runByAccount(jobs, async (accountId, own) => {
        const itemIds = own.map(({ payload }) => payload.itemId);
        const outcomes = await processAll(accountId, [...new Set(itemIds)], stopping);
        return itemIds.map((id) => outcomes.get(id));
      }),
    onDead: async ({ accountId, payload: { itemId } }: Job<'processItem'>, error) => {
      if (await waitsForProcessing(db, accountId, itemId)) return;
      const errorMessage = isStoreDown(error) ? error.message : `Processing failed: ${messageOf(error)}`;
      await db.transaction().execute(async (trx) => {
        await applyEvent(trx, clock, accountId, itemId, 'fail', { errorMessage });
        await endRuns(trx, clock, accountId, [itemId], errorMessage);
      });
    },
  };
};
