/** What became of each record of account jobs, in SQL. */
import type { Db } from '../db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../db/list-query.js';
import type { NewRow, Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { resultList } from './job-result.record.js';
import { deleteWhere, rowsWhere, updateWhere } from '../db/rows.js';

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
  const rows = await rowsWhere(db, 'jobResult', { accountId, jobId, outcome: 'changed', undoneAt: null })
    .select('id')
    .where('id', '<', before)
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
  const rows = await rowsWhere(db, 'jobResult', { accountId }).selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

export const markResultsUndone = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await updateWhere(trx, 'jobResult', { accountId })
    .set({ undoneAt: isoTime(clock) })
    .where('id', 'in', ids)
    .execute();
};

/** @returns whether any are left */
export const deleteSomeResults = async (db: Db, accountId: number, jobId: number): Promise<boolean> => {
  for (const table of ['jobHit', 'jobResult'] as const) {
    const { numDeletedRows } = await deleteWhere(db, table as 'jobHit', { accountId })
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

/** Record ids per row; migration 0005 splits in the same way. */
const PART_IDS = 500;
/** Rows per insert. */
const INSERT_ROWS = 50;

type Owner = Pick<Row<'accountJob'>, 'id' | 'accountId'>;

/** Stores the records of a new job, in the order in which they will be processed. */
export const insertParts = async (
  trx: Db,
  { id: jobId, accountId }: Owner,
  recordIds: readonly number[],
): Promise<void> => {
  const parts: { accountId: number; jobId: number; ordinal: number; recordIds: string }[] = [];
  for (let start = 0; start < recordIds.length; start += PART_IDS) {
    const ids = JSON.stringify(recordIds.slice(start, start + PART_IDS));
    parts.push({ accountId, jobId, ordinal: start / PART_IDS, recordIds: ids });
  }
  for (let start = 0; start < parts.length; start += INSERT_ROWS)
    await trx
      .insertInto('jobPart')
      .values(parts.slice(start, start + INSERT_ROWS))
      .execute();
};

/** Up to `limit` records from a position on: fewer at the end of a piece, none after the last record. */
export const recordIdsFrom = async (
  db: Db,
  { id: jobId, accountId }: Owner,
  position: number,
  limit: number,
): Promise<number[]> => {
  const part = await rowsWhere(db, 'jobPart', { accountId, jobId })
    .select('recordIds')
    .where('ordinal', '=', Math.floor(position / PART_IDS))
    .executeTakeFirst();
  const start = position % PART_IDS;
  return part ? (JSON.parse(part.recordIds) as number[]).slice(start, start + limit) : [];
};

export const deleteParts = async (trx: Db, { id: jobId, accountId }: Owner): Promise<void> => {
  await deleteWhere(trx, 'jobPart', { accountId, jobId }).execute();
};
