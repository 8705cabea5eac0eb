/** Jobs: take items through the steps of the pipeline until they are ready. */
import type { Clock } from '../platform/lib/clock.js';
import type { Db } from '../platform/db/dialect.js';
import { existingIds } from '../platform/db/rows.js';
import { isStoreDown, messageOf } from '../platform/lib/errors.js';
import { batchesOf } from '../platform/lib/batches.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { postponed, type Job, type JobHandlers, type JobOutcome } from '../platform/jobs/job.types.js';
import { loadItems } from '../search/indexing/indexable-item.repository.js';
import { runByAccount } from '../search/indexing/index-items.js';
import { stepNames, type NamedStep } from './pipeline.js';
import {
  beginRuns,
  completeRunJobs,
  endRuns,
  endStep,
  explainDelay,
  reportStep,
  startStep,
  stepInputs,
  unfinishedItems,
  waitsForProcessing,
  type StepResult,
} from './runs/run.repository.js';
import { becomesReadyFrom, type WorkItem } from './step.js';
import { transcriptBytes } from './runs/transcript-source.repository.js';

const BATCH_ITEMS = 64;
/** Limits of a part, a group of items that is processed together; the weight is bytes of transcripts. */
const PART = { maxItems: 8, maxWeight: 1_000_000 };
/** Bytes of transcripts that are as much work as a small job. */
const BYTES_OF_WORK = 4_096;
/** Parts in progress beside the first: while that one is written, they are embedded, or cut into chunks. */
const MAX_PARTS_AHEAD = 3;

interface Deps {
  db: Db;
  clock: Clock;
}

type Kind = 'processItem' | 'continueItem';

export const processItemHandlers = (
  { db, clock }: Deps,
  pipeline: readonly NamedStep[],
): JobHandlers<Kind> => {
  /** Starts runs, or continues interrupted ones. Skips deleted items. */
  const begin = async (accountId: number, itemIds: readonly number[]): Promise<WorkItem[]> => {
    const loaded = await loadItems(db, accountId, itemIds, { withChunks: false });
    const ids = loaded.map(({ item }) => item.id);
    if (ids.length === 0) return [];
    await db.transaction().execute(async (trx) => {
      for (const itemId of ids) await applyEvent(trx, clock, accountId, itemId, 'start');
      await beginRuns(trx, clock, accountId, ids, stepNames);
      await startStep(trx, clock, accountId, ids, pipeline[0]!.name);
    });
    const inputs = await stepInputs(db, accountId, ids);
    return loaded.map(({ item, draft }) => ({
      itemId: item.id,
      item,
      draft,
      transcript: undefined,
      recordingId: null,
      isAhead: false,
      inputs: inputs.get(item.id) ?? new Map<string, null>(),
    }));
  };

  /** @returns the items that continue with the next step, which has started */
  const runStep = async (
    accountId: number,
    [{ name, run }, ...later]: readonly [NamedStep, ...NamedStep[]],
    work: readonly WorkItem[],
  ): Promise<WorkItem[]> => {
    const ids = work.map(({ itemId }) => itemId);
    const existing = await existingIds(db, 'item', accountId, ids);
    const items = work.filter(({ itemId }) => existing.has(itemId));
    if (items.length === 0) return [];
    const report = (percent: number): Promise<void> => reportStep(db, accountId, ids, name, percent);
    const results = await run({ accountId, items, report });
    const goingOn = items.filter(({ itemId }) => goesOn(results.get(itemId)));
    const nextIds = goingOn.map(({ itemId }) => itemId);
    await db.transaction().execute(async (trx) => {
      await recordResults(trx, accountId, name, results);
      if (later[0] && nextIds.length > 0) await startStep(trx, clock, accountId, nextIds, later[0].name);
    });
    const waiting = items.filter(({ itemId }) => results.get(itemId)?.status === 'waiting');
    await indexAhead(accountId, later, waiting.filter(isPlayable));
    return goingOn;
  };

  /** Makes items ready that visitors can play, while their runs wait for transcripts. */
  const indexAhead = async (
    accountId: number,
    later: readonly NamedStep[],
    work: readonly WorkItem[],
  ): Promise<void> => {
    if (work.length === 0) return;
    const items = work.map((item) => ({ ...item, isAhead: true }));
    for (const { run } of later) await run({ accountId, items, report: () => Promise.resolve() });
  };

  /** If a person must act, a public item stays public, and its run records the problem. */
  const recordResults = async (
    trx: Db,
    accountId: number,
    name: string,
    results: ReadonlyMap<number, StepResult>,
  ): Promise<void> => {
    await endStep(trx, clock, accountId, name, results);
    for (const [itemId, result] of results) {
      if (result.status !== 'actionRequired') continue;
      await applyEvent(trx, clock, accountId, itemId, 'needAction', { errorMessage: result.message });
      await endRuns(trx, clock, accountId, [itemId], result);
      await completeRunJobs(trx, accountId, [itemId]);
    }
  };

  const processPart = async (accountId: number, part: readonly number[]): Promise<void> => {
    let work = await begin(accountId, part);
    for (const at of pipeline.keys())
      work = await runStep(accountId, pipeline.slice(at) as [NamedStep, ...NamedStep[]], work);
  };

  const processAll = async (
    accountId: number,
    itemIds: readonly number[],
    stopping: AbortSignal,
  ): Promise<Map<number, JobOutcome>> => {
    const outcomes = new Map<number, JobOutcome>();
    if (itemIds.length === 0) return outcomes;
    const retries: number[] = [];
    const process = async (part: readonly number[]): Promise<void> => {
      try {
        await processPart(accountId, part);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        // One bad item must not fail the others: a failed part is retried item by item.
        if (part.length > 1 && !isStoreDown(failure)) retries.push(...part);
        else {
          for (const id of part) outcomes.set(id, failure);
          const reason = isStoreDown(failure) ? failure.message : 'It failed';
          await explainDelay(db, accountId, part, `${reason}. It will be tried again.`).catch(
            () => undefined,
          );
        }
      }
    };
    const pending: Promise<void>[] = [];
    const sizes = await transcriptBytes(db, accountId, itemIds);
    const bytesOf = (id: number): number => sizes.get(id) ?? 0;
    for (const part of batchesOf(itemIds, bytesOf, PART)) {
      if (stopping.aborted) {
        for (const id of part) outcomes.set(id, postponed);
        continue;
      }
      pending.push(process(part));
      // A large transcript is processed alone, to limit memory.
      await pending.at(bytesOf(part[0]!) > PART.maxWeight ? -1 : -1 - MAX_PARTS_AHEAD);
    }
    await Promise.all(pending);
    for (const id of retries) await process([id]);
    return outcomes;
  };

  /** @param chosen selects the items to process */
  const run = (
    jobs: readonly Job<Kind>[],
    stopping: AbortSignal,
    chosen: (accountId: number, itemIds: readonly number[]) => Promise<readonly number[]>,
  ): Promise<JobOutcome[]> =>
    runByAccount(jobs, async (accountId, own) => {
      const itemIds = own.map(({ payload }) => payload.itemId);
      const outcomes = await processAll(accountId, await chosen(accountId, [...new Set(itemIds)]), stopping);
      return itemIds.map((id) => outcomes.get(id));
    });

  const onDead = async ({ accountId, payload: { itemId } }: Job<Kind>, error: Error): Promise<void> => {
    if (await waitsForProcessing(db, accountId, itemId)) return;
    const message = isStoreDown(error) ? error.message : `Processing failed: ${messageOf(error)}`;
    await db.transaction().execute(async (trx) => {
      await applyEvent(trx, clock, accountId, itemId, 'fail', { errorMessage: message });
      await endRuns(trx, clock, accountId, [itemId], { status: 'error', message });
    });
  };

  const workOf = async (jobs: readonly Job<Kind>[]): Promise<number[]> => {
    const ids = jobs.map(({ payload }) => payload.itemId);
    const sizes = await transcriptBytes(db, jobs[0]!.accountId, ids);
    return ids.map((id) => 1 + (sizes.get(id) ?? 0) / BYTES_OF_WORK);
  };

  return {
    processItem: {
      batchSize: BATCH_ITEMS,
      workOf,
      run: (jobs, stopping) => run(jobs, stopping, (_accountId, itemIds) => Promise.resolve(itemIds)),
      // The failure ended the run of an item that was not public.
      onRetry: async (trx, { accountId, payload }) => {
        await applyEvent(trx, clock, accountId, payload.itemId, 'process');
      },
      onDead,
    },
    continueItem: {
      batchSize: BATCH_ITEMS,
      workOf,
      run: (jobs, stopping) =>
        run(jobs, stopping, async (accountId, itemIds) => {
          const unfinished = await unfinishedItems(db, accountId, itemIds);
          return itemIds.filter((id) => unfinished.has(id));
        }),
      // The run that it was to continue has ended.
      onRetry: async (trx, { accountId, payload }) => {
        await applyEvent(trx, clock, accountId, payload.itemId, 'process');
        await enqueue(trx, clock, accountId, 'processItem', payload);
      },
      onDead,
    },
  };
};

/** Whether an item without a transcript is not yet in the index with the recording that it has. */
const isPlayable = ({ item, transcript, recordingId }: WorkItem): boolean =>
  !transcript &&
  recordingId !== null &&
  (becomesReadyFrom.has(item.status) || item.indexedMediaAssetId !== recordingId);

const goesOn = (result: StepResult | undefined): boolean =>
  result?.status === 'done' || result?.status === 'skipped';
