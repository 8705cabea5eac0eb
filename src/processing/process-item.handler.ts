/** The job from transcript to ready: chunks into SQL, vectors into the index, and autoPublish on from there. */
import { embedItems } from '../../indexer/index.js';
import { isStoreDown, messageOf } from '../platform/lib/errors.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../platform/jobs/job.types.js';
import { finishItems } from './finish-items.repository.js';
import {
  enqueueIndexMaintenance,
  runByAccount,
  type IndexingDeps,
} from '../search/indexing/handler-support.js';
import { prepareItems, type PreparedItem } from './prepare-items.js';
import { endRuns, waitsForProcessing } from './run.repository.js';

const BATCH_ITEMS = 64;
/** Items that share the embedder's batches and one write of the index. */
const PART_ITEMS = 8;
/** Parts under way at once: while one is written the next is embedded and a third is cut into chunks. */
const PARTS_AHEAD = 2;
/** Parts after which the index is tidied although more items wait. */
const PARTS_BETWEEN_UPKEEP = 128;

export const processItemHandler = (deps: IndexingDeps): JobHandler<'processItem'> => {
  const { db, clock, index, embedder } = deps;
  let parts = 0;

  const embed = async (items: readonly PreparedItem[]) =>
    items.length === 0
      ? []
      : embedItems(
          await embedder.get(),
          items.map(({ draft }) => draft),
        );

  const write = async (
    accountId: number,
    items: readonly PreparedItem[],
    records: Awaited<ReturnType<typeof embed>>,
  ): Promise<void> => {
    if (items.length === 0) return;
    await index.write((serving) => serving.replaceItems(records));
    await db.transaction().execute(async (trx) => {
      await finishItems(
        trx,
        clock,
        accountId,
        items.map(({ processed }) => processed),
      );
      await enqueueIndexMaintenance(trx, clock, accountId);
    });
    if (++parts % PARTS_BETWEEN_UPKEEP === 0) await (await index.writable()).index.maintain();
  };

  const processAll = async (
    accountId: number,
    itemIds: readonly number[],
    stopping: AbortSignal,
  ): Promise<Map<number, JobOutcome>> => {
    const outcomes = new Map<number, JobOutcome>();
    const again: number[] = [];
    const settle = async (part: readonly number[], work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (isStoreDown(failure)) index.failed();
        // One bad item must not fail the others: what failed together is tried one by one.
        if (part.length > 1 && !isStoreDown(failure)) again.push(...part);
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
      return { prepared: prepared.catch(() => undefined), settled: settle(part, work) };
    };
    const pending: Promise<void>[] = [];
    for (let start = 0; start < itemIds.length; start += PART_ITEMS) {
      const part = itemIds.slice(start, start + PART_ITEMS);
      if (stopping.aborted) {
        for (const id of part) outcomes.set(id, postponed);
        continue;
      }
      const { prepared, settled } = begin(part);
      pending.push(settled);
      await prepared;
      await pending.at(-1 - PARTS_AHEAD);
    }
    await Promise.all(pending);
    for (const id of again) await begin([id]).settled;
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
