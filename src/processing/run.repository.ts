/** Processing runs: one row per run, however many attempts it takes. */
import type { Db } from '../platform/db/dialect.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';

/** Starts a run for each item that has none running. */
export const beginRuns = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const open = await trx
    .selectFrom('processing')
    .select('itemId')
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .where('status', '=', 'running')
    .execute();
  const running = new Set(open.map(({ itemId }) => itemId));
  const rows = itemIds
    .filter((itemId) => !running.has(itemId))
    .map((itemId) => ({
      accountId,
      itemId,
      status: 'running' as const,
      errorMessage: null,
      startedDate: isoTime(clock),
      finishedDate: null,
    }));
  if (rows.length > 0) await trx.insertInto('processing').values(rows).execute();
};

/** Ends the items' running runs as done, or as failed with a message. */
export const endRuns = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
  errorMessage: string | null = null,
): Promise<void> => {
  if (itemIds.length === 0) return;
  await trx
    .updateTable('processing')
    .set({ status: errorMessage === null ? 'done' : 'failed', errorMessage, finishedDate: isoTime(clock) })
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .where('status', '=', 'running')
    .execute();
};

/** Whether the item is waiting to be processed again. */
export const waitsForProcessing = async (db: Db, accountId: number, itemId: number): Promise<boolean> =>
  (await db
    .selectFrom('job')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'processItem')
    .where('subject', '=', `item:${itemId}`)
    .where('status', '=', 'waiting')
    .executeTakeFirst()) !== undefined;
