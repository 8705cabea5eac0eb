/** Texts that a chat server writes, in SQL: one row per item, for the last transcript that was sent. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { subjectOf, subjectsWithJobs } from '../../platform/jobs/job-subject.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

/** Identifies what is to be written about an item. */
export type Assignment = Pick<Row<'writing'>, 'itemId' | 'contentHash' | 'model'>;

/** By item id. */
export const writingsOf = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Row<'writing'>>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await rowsWhere(db, 'writing', { accountId })
    .selectAll()
    .where('itemId', 'in', itemIds)
    .execute();
  return new Map(rows.map((row) => [row.itemId, row]));
};

export const findWriting = (db: Db, accountId: number, id: number): Promise<Row<'writing'> | undefined> =>
  rowsWhere(db, 'writing', { accountId, id }).selectAll().executeTakeFirst();

/** Requests texts, replacing an earlier request. */
export const startWriting = (
  db: Db,
  clock: Clock,
  accountId: number,
  assignment: Assignment,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const fresh = {
      ...assignment,
      status: 'waiting' as const,
      written: null,
      message: null,
      failedDate: null,
    };
    const { id } = await trx
      .insertInto('writing')
      .values({ accountId, ...fresh, entryDate: isoTime(clock) })
      .onConflict((oc) => oc.column('itemId').doUpdateSet(fresh))
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(trx, clock, accountId, 'writeSuggestions', { writingId: id });
  });

/** Creates jobs for waiting requests that have none, for example after restoring a backup. */
export const resumeWritings = async (
  db: Db,
  clock: Clock,
  accountId: number,
  ids: readonly number[],
): Promise<void> => {
  const jobs = ids.map((writingId) => ({ writingId }));
  const busy = await subjectsWithJobs(db, accountId, jobs.map(subjectOf));
  for (const job of jobs)
    if (!busy.has(subjectOf(job))) await enqueue(db, clock, accountId, 'writeSuggestions', job);
};

/** Records the result, unless another text has been requested in the meantime. */
export const endWriting = async (
  trx: Db,
  { accountId, id, contentHash, model }: Row<'writing'>,
  outcome:
    { status: 'done'; written: string | null } | { status: 'failed'; message: string; failedDate: string },
): Promise<void> => {
  await updateWhere(trx, 'writing', { accountId, id, contentHash, model }).set(outcome).execute();
};
