/** Processing runs in SQL: one row per run, however many attempts it takes, and the steps of an item's last run. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { itemSubject, subjectItemId } from '../../platform/jobs/job-subject.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { existingRows, rowsWhere, deleteWhere, updateWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';

/** Items per statement, because SQLite allows 32,766 parameters. */
const BATCH_ITEMS = 500;

/** Starts a run, with all its steps pending, for each item that has none. */
export const beginRuns = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
  stepNames: readonly string[],
): Promise<void> => {
  const running = await runningItems(trx, accountId, itemIds);
  const newItemIds = itemIds.filter((itemId) => !running.has(itemId));
  if (newItemIds.length === 0) return;
  const run = { status: 'running' as const, errorMessage: null, finishedDate: null };
  const startedDate = isoTime(clock);
  await trx
    .insertInto('processing')
    .values(newItemIds.map((itemId) => ({ accountId, itemId, ...run, startedDate })))
    .execute();
  const fresh = { status: 'pending' as const, percent: 0, message: null, input: null };
  const pending = { ...fresh, startedDate: null, finishedDate: null };
  await trx
    .insertInto('processingStep')
    .values(
      newItemIds.flatMap((itemId) => stepNames.map((name) => ({ accountId, itemId, name, ...pending }))),
    )
    .onConflict((oc) => oc.columns(['itemId', 'name']).doUpdateSet(pending))
    .execute();
};

/** Start times of current runs, by item id. */
export const runStarts = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, string>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await rowsWhere(db, 'processing', { accountId, status: 'running' })
    .select(['itemId', 'startedDate'])
    .where('itemId', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ itemId, startedDate }) => [itemId, startedDate]));
};

/** The last run of each item, by item id. */
export const lastRuns = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Row<'processing'>>> => {
  const rows = await rowsWhere(db, 'processing', { accountId })
    .selectAll()
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('processing as own')
        .select(({ fn }) => fn.max<number>('own.id').as('id'))
        .where('own.accountId', '=', accountId)
        .where('own.itemId', 'in', itemIds)
        .groupBy('own.itemId'),
    )
    .execute();
  return new Map(rows.map((row) => [row.itemId, row]));
};

/** The items that have a current run. */
const runningItems = async (db: Db, accountId: number, itemIds: readonly number[]): Promise<Set<number>> =>
  new Set((await runStarts(db, accountId, itemIds)).keys());

/**
 * If the item has a current run, enqueues a job in which the run checks again what it waits for. The job does not
 * start a run of its own: the current one may notice the change and end before the job starts.
 * @returns whether there is a current run
 */
export const continueRun = async (
  trx: Db,
  clock: Clock,
  { accountId, itemId }: { accountId: number; itemId: number },
): Promise<boolean> => {
  const isRunning = (await runningItems(trx, accountId, [itemId])).has(itemId);
  if (isRunning) await enqueue(trx, clock, accountId, 'continueItem', { itemId });
  return isRunning;
};

/** The items that have a current run or are queued for one. */
export const unfinishedItems = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await existingRows(db, 'item', accountId)
    .select('id')
    .where('id', 'in', itemIds)
    .where('status', 'in', ['queued', 'processing'])
    .execute();
  return new Set([...(await runningItems(db, accountId, itemIds)), ...rows.map(({ id }) => id)]);
};

const stepsOf = (db: Db, accountId: number, itemIds: readonly number[]) =>
  db.updateTable('processingStep').where('accountId', '=', accountId).where('itemId', 'in', itemIds);

/** The inputs of completed steps, by item id and step name. */
export const stepInputs = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Map<string, string | null>>> => {
  const rows = await rowsWhere(db, 'processingStep', { accountId, status: 'done' })
    .select(['itemId', 'name', 'input'])
    .where('itemId', 'in', itemIds)
    .execute();
  const inputs = new Map<number, Map<string, string | null>>(itemIds.map((id) => [id, new Map()]));
  for (const { itemId, name, input } of rows) inputs.get(itemId)?.set(name, input);
  return inputs;
};

/** Records that the step has started. A step that an interrupted run had completed stays completed. */
export const startStep = async (
  db: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
  name: string,
): Promise<void> => {
  await stepsOf(db, accountId, itemIds)
    .set({ status: 'running', startedDate: sql<string>`coalesce("startedDate", ${isoTime(clock)})` })
    .where('name', '=', name)
    .where('status', 'not in', ['done', 'skipped'])
    .execute();
};

/** @param percent 0 to 100 */
export const reportStep = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
  name: string,
  percent: number,
  message?: string,
): Promise<void> => {
  await stepsOf(db, accountId, itemIds)
    .set({ percent: Math.round(percent), ...(message !== undefined && { message }) })
    .where('name', '=', name)
    .where('status', '=', 'running')
    .execute();
};

/** Records why the current step takes longer: it failed and is retried. */
export const explainDelay = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
  message: string,
): Promise<void> => {
  await stepsOf(db, accountId, itemIds).set({ message }).where('status', '=', 'running').execute();
};

/** How a step ended. Any other failure ends the whole run. */
type StepEnd = StepResult | { status: 'error'; message: string };

/**
 * Records for each item how the step ended, or what it waits for. A result recorded for the same input is kept
 * with its message, because an interrupted run completed the step.
 */
export const endStep = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  name: string,
  results: ReadonlyMap<number, StepEnd>,
): Promise<void> => {
  const alike = new Map<string, [StepEnd, number[]]>();
  for (const [itemId, result] of results) {
    const key = JSON.stringify(result);
    const [, ids] = alike.get(key) ?? alike.set(key, [result, []]).get(key)!;
    ids.push(itemId);
  }
  for (const [result, itemIds] of alike.values()) {
    const { status, message = null } = result;
    const isOver = status === 'done' || status === 'skipped';
    const input = 'input' in result ? (result.input ?? null) : null;
    await stepsOf(trx, accountId, itemIds)
      .set({
        message,
        ...(status !== 'waiting' && { status, finishedDate: isoTime(clock) }),
        ...(isOver && { percent: 100, input }),
      })
      .where('name', '=', name)
      .$if(input !== null, (query) =>
        query.where(sql<boolean>`not ("status" = ${status} and coalesce("input", '') = ${input})`),
      )
      .execute();
  }
};

/** How a run ended. */
export type RunEnd = { status: 'done' } | { status: 'actionRequired' | 'error'; message: string };

/** Ends the current runs of the items and their unfinished steps, except suggestions, which follow. */
export const endRuns = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
  end: RunEnd,
): Promise<void> => {
  const message = end.status === 'done' ? null : end.message;
  const finishedDate = isoTime(clock);
  for (let start = 0; start < itemIds.length; start += BATCH_ITEMS) {
    const batch = itemIds.slice(start, start + BATCH_ITEMS);
    await stepsOf(trx, accountId, batch)
      .set({ status: end.status, message, finishedDate, ...(end.status === 'done' && { percent: 100 }) })
      .where('status', '=', 'running')
      .where('name', '!=', SUGGEST)
      .execute();
    await updateWhere(trx, 'processing', { accountId, status: 'running' })
      .set({ status: end.status === 'done' ? 'done' : 'failed', errorMessage: message, finishedDate })
      .where('itemId', 'in', batch)
      .execute();
  }
};

/** Jobs that take an item through the steps. */
const RUN_KINDS = ['processItem', 'continueItem'] as const;

/**
 * Deletes the jobs of a run in the transaction that ends it. Otherwise, if the process dies before it marks its
 * job as done, the job would start another run.
 */
export const completeRunJobs = async (
  trx: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  for (let start = 0; start < itemIds.length; start += BATCH_ITEMS)
    await deleteWhere(trx, 'job', { accountId })
      .where('kind', 'in', RUN_KINDS)
      .where('subject', 'in', itemIds.slice(start, start + BATCH_ITEMS).map(itemSubject))
      .where('status', 'in', ['running', 'dead'])
      .execute();
};

/** Whether the item has a current run or is queued for one. */
export const isProcessing = async (db: Db, accountId: number, itemId: number): Promise<boolean> =>
  (await waitsForProcessing(db, accountId, itemId)) || (await runningItems(db, accountId, [itemId])).size > 0;

/** Whether the item is queued to be processed again. */
export const waitsForProcessing = async (db: Db, accountId: number, itemId: number): Promise<boolean> =>
  (await waitingItems(db, accountId, [itemId])).has(itemId);

/** The items that are queued for the worker. */
export const waitingItems = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const rows = await rowsWhere(db, 'job', { accountId, status: 'waiting' })
    .select('subject')
    .where('kind', 'in', RUN_KINDS)
    .where('subject', 'in', itemIds.map(itemSubject))
    .execute();
  return new Set(rows.map(({ subject }) => subjectItemId(subject)));
};

/** The step that follows once an item is ready, in its own job. Its result does not change the item's status. */
export const SUGGEST = 'suggest';

/**
 * - `done`, or `skipped` if there is nothing to do: the item continues with the next step. `input` identifies
 *   what the result was made from.
 * - `waiting`: other jobs do the work, and enqueue the item again when they end.
 * - `actionRequired`: a person must act. The message says what to do.
 */
export type StepResult =
  | { status: 'done' | 'skipped'; message?: string; input?: string }
  | { status: 'waiting'; message?: string }
  | { status: 'actionRequired'; message: string };
