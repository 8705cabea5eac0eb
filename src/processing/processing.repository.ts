/** Reads the processing progress of many items in a fixed number of queries. */
import type { Db } from '../platform/db/dialect.js';
import { existingRows, rowsWhere } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import { groupBy } from '../platform/lib/group.js';
import { stepNames, type NamedStep } from './pipeline.js';
import type { Processing, ProcessingStep } from './processing.record.js';
import { lastRuns, waitingItems } from './runs/run.repository.js';

/** By item id, for items that exist and are not deleted. */
export const readProcessing = async (
  db: Db,
  pipeline: readonly NamedStep[],
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Processing>> => {
  const items = await existingRows(db, 'item', accountId)
    .select(['id', 'status'])
    .where('id', 'in', itemIds)
    .execute();
  // Read before the runs, so that a job that starts in between appears either as waiting or as running.
  const waiting = await waitingItems(db, accountId, itemIds);
  const runs = await lastRuns(db, accountId, itemIds);
  const steps = await rowsWhere(db, 'processingStep', { accountId })
    .selectAll()
    .where('itemId', 'in', itemIds)
    .execute();
  const stepsOf = groupBy(steps, ({ itemId }) => itemId);
  return new Map(
    items.map(({ id, status }) => {
      const isQueued = status === 'queued' || waiting.has(id);
      return [id, processingOf(pipeline, runs.get(id), stepsOf.get(id) ?? [], isQueued)];
    }),
  );
};

const processingOf = (
  pipeline: readonly NamedStep[],
  run: Row<'processing'> | undefined,
  rows: readonly Row<'processingStep'>[],
  isQueued: boolean,
): Processing => {
  const status = statusOf(run, rows, isQueued);
  // A queued run does not show the steps of the previous one.
  const isNext = status === 'queued' || !run;
  const steps = stepNames.map((name): ProcessingStep => {
    const row = isNext ? undefined : rows.find((each) => each.name === name);
    if (row) return { ...row, name };
    const isDone = status === 'ready';
    return {
      name,
      status: isDone ? 'done' : 'pending',
      percent: isDone ? 100 : 0,
      message: null,
      startedDate: null,
      finishedDate: null,
    };
  });
  return {
    status,
    percent: status === 'ready' ? 100 : percentOf(pipeline, steps),
    errorMessage: isNext ? null : run.errorMessage,
    startedDate: isNext ? null : run.startedDate,
    finishedDate: isNext ? null : run.finishedDate,
    steps,
  };
};

const statusOf = (
  run: Row<'processing'> | undefined,
  steps: readonly Row<'processingStep'>[],
  isQueued: boolean,
): Processing['status'] => {
  if (run?.status === 'running') return 'processing';
  if (isQueued) return 'queued';
  if (!run) return 'draft';
  if (run.status === 'done') return 'ready';
  return steps.some(({ status }) => status === 'actionRequired') ? 'actionRequired' : 'error';
};

/** Progress until ready; suggestions do not count. */
const percentOf = (pipeline: readonly NamedStep[], steps: readonly ProcessingStep[]): number => {
  const percents = new Map<string, number>(steps.map(({ name, percent }) => [name, percent]));
  const whole = pipeline.reduce((sum, { weight }) => sum + weight, 0);
  const done = pipeline.reduce((sum, { name, weight }) => sum + weight * (percents.get(name) ?? 0), 0);
  return Math.floor(done / whole);
};
