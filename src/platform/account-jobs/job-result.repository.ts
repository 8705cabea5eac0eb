/** What became of each record of account jobs, in SQL. */
import type { Db } from '../db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../db/list-query.js';
import type { NewRow, Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { resultList } from './job-result.record.js';

/** Rows per statement. */
const ROWS = 500;
/** Rows per transaction of the clean-up. */
const DELETED_ROWS = 1_000;

type Table = 'jobResult' | 'jobHit';

export const insertResults = async <T extends Table>(
  trx: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS)
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + ROWS))
      .execute();
};

export const listResults = (
  db: Db,
  accountId: number,
  jobId: number,
  params: ListParams,
): Promise<Page<Row<'jobResult'>>> => listPage(db, resultList, accountId, within(params, 'jobId', jobId));

/** Ids of the results of changed records that have not been undone, the last ones first, up to `limit` below an id. */
export const undoableResults = async (
  db: Db,
  accountId: number,
  jobId: number,
  { before, limit }: { before: number; limit: number },
): Promise<number[]> => {
  const rows = await db
    .selectFrom('jobResult')
    .select('id')
    .where('accountId', '=', accountId)
    .where('jobId', '=', jobId)
    .where('id', '<', before)
    .where('outcome', '=', 'changed')
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** By id. */
export const resultsById = async (
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, Row<'jobResult'>>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('jobResult')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

export const markResultsUndone = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await trx
    .updateTable('jobResult')
    .set({ undoneAt: isoTime(clock) })
    .where('accountId', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
};

/** @returns whether any are left */
export const deleteSomeResults = async (db: Db, accountId: number, jobId: number): Promise<boolean> => {
  for (const table of ['jobHit', 'jobResult'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table as 'jobHit')
      .where('accountId', '=', accountId)
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom(table as 'jobHit')
          .select('id')
          .where('jobId', '=', jobId)
          .limit(DELETED_ROWS),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) return true;
  }
  return false;
};
