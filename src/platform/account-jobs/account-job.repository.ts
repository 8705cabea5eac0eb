/** Account jobs in SQL. Jobs of the same account and kind run one after the other, in order of creation. */
import { isPostgres, type Db } from '../db/dialect.js';
import { listPage, type ListParams, type Page } from '../db/list-query.js';
import { insertRow, deleteWhere, updateWhere, rowsWhere } from '../db/rows.js';
import type { NewRow, Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { invalidState } from '../lib/errors.js';
import {
  jobList,
  MAX_EXAMPLES,
  MAX_JOB_ERRORS,
  MAX_REASONS,
  UNDO_HOURS,
  type JobError,
  type JobOutcomeName,
  type JobStatus,
  type Reason,
} from './account-job.record.js';
import { deleteParts } from './job-result.repository.js';

const HOUR_MS = 60 * 60_000;

export type AccountJob = Row<'accountJob'>;

export const listAccountJobs = (db: Db, accountId: number, params: ListParams): Promise<Page<AccountJob>> =>
  listPage(db, jobList, accountId, params);

/** Creates a queued job. A job without records is done at once. */
export const createJob = (
  trx: Db,
  clock: Clock,
  job: Pick<NewRow<'accountJob'>, 'accountId' | 'kind' | 'action' | 'total' | 'request'> &
    Partial<
      Pick<NewRow<'accountJob'>, 'mediaAssetId' | 'createdBy' | 'dryRun' | 'undoable' | 'undoOf' | 'hits'>
    >,
): Promise<AccountJob> => {
  const now = isoTime(clock);
  return insertRow(trx, 'accountJob', {
    mediaAssetId: null,
    ...job,
    status: job.total > 0 ? 'queued' : 'done',
    done: 0,
    failed: 0,
    errors: '[]',
    entryDate: now,
    finishedDate: job.total > 0 ? null : now,
  });
};

const ofAccount = (db: Db, accountId: number) => rowsWhere(db, 'accountJob', { accountId }).selectAll();

export const findJob = (db: Db, accountId: number, id: number): Promise<AccountJob | undefined> =>
  ofAccount(db, accountId).where('id', '=', id).executeTakeFirst();

export const lockJob = (trx: Db, accountId: number, id: number): Promise<AccountJob | undefined> => {
  const query = ofAccount(trx, accountId).where('id', '=', id);
  return (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst();
};

const oldest = (db: Db, accountId: number, kind: string) =>
  ofAccount(db, accountId).where('kind', '=', kind).where('finishedDate', 'is', null).orderBy('id').limit(1);

/** The account's oldest unfinished job of the kind. */
export const findOldestJob = (db: Db, accountId: number, kind: string): Promise<AccountJob | undefined> =>
  oldest(db, accountId, kind).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockOldestJob = (trx: Db, accountId: number, kind: string): Promise<AccountJob | undefined> => {
  const query = oldest(trx, accountId, kind);
  return (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst();
};

/** Number of unfinished jobs, optionally of one kind. */
export const countOpenJobs = async (db: Db, accountId: number, kind?: string): Promise<number> => {
  const { count } = await rowsWhere(db, 'accountJob', { accountId, finishedDate: null })
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirstOrThrow();
  return count;
};

/** Maximum number of unfinished jobs per account. */
export const MAX_OPEN_JOBS = 100;

/** @throws {InvalidStateError} when the account has too many unfinished jobs */
export const assertRoomForJob = async (trx: Db, accountId: number): Promise<void> => {
  if ((await countOpenJobs(trx, accountId)) >= MAX_OPEN_JOBS)
    throw invalidState(`${MAX_OPEN_JOBS} jobs are unfinished. Wait until some are done, or cancel them.`);
};

/** What became of one record. */
export interface RecordOutcome {
  id: number;
  outcome: JobOutcomeName;
  hasChanged: boolean;
  /** Why it was not changed, or not as a whole. */
  reason?: { type: string | null; message: string } | undefined;
  /** Number of places at which a text was found. */
  hits?: number | null;
}

/** Counts the next records of a locked job, and finishes the job after the last one. */
export const countRecords = async (
  trx: Db,
  clock: Clock,
  job: AccountJob,
  records: readonly RecordOutcome[],
): Promise<AccountJob> => {
  const errors = records.flatMap(({ id, outcome, reason }) =>
    outcome === 'failed' && reason?.type ? [{ id, type: reason.type, message: reason.message }] : [],
  );
  const failed = job.failed + records.filter(({ outcome }) => outcome === 'failed').length;
  const done = job.done + records.filter(({ outcome }) => outcome !== 'failed').length;
  const counted: AccountJob = {
    ...job,
    done,
    failed,
    changed: job.changed + records.filter(({ hasChanged }) => hasChanged).length,
    hits: job.hits === null ? null : job.hits + records.reduce((sum, { hits }) => sum + (hits ?? 0), 0),
    errors: errors.reduce(withError, job.errors),
    reasons: withReasons(job.reasons, records),
    status: 'running',
  };
  if (done + failed === job.total) {
    await finish(trx, clock, counted, done > 0 || job.dryRun === 1 ? 'done' : 'failed');
    return counted;
  }
  const { changed, hits, errors: listed, reasons } = counted;
  return updateJob(trx, job, { done, failed, changed, hits, errors: listed, reasons, status: 'running' });
};

/** Counts the records by reason. The others of too many reasons are counted together. */
const withReasons = (stored: string, records: readonly RecordOutcome[]): string => {
  const reasons = JSON.parse(stored) as Reason[];
  for (const { id, outcome, reason } of records) {
    if (!reason) continue;
    const { type, message } = reason;
    const isSame = (reason: Reason): boolean =>
      reason.outcome === outcome && reason.type === type && reason.message === message;
    let known = reasons.find(isSame);
    if (!known && reasons.length >= MAX_REASONS) known = reasons[MAX_REASONS];
    if (!known) {
      const isOther = reasons.length === MAX_REASONS;
      known = { outcome, type, message: isOther ? OTHERS : message, count: 0, examples: [] };
      reasons.push(known);
    }
    known.count++;
    if (known.examples.length < MAX_EXAMPLES) known.examples.push(id);
  }
  return JSON.stringify(reasons);
};
const OTHERS = 'Other reasons: see the results';

/**
 * Counts the next record of a locked job whose records have no results of their own, and finishes the job after the
 * last one.
 * @param changes `error`: why the record could not be changed, if it could not; `notes`: reasons about a record that
 *   was changed; `request`: how the job goes on
 */
export const countRecord = async (
  trx: Db,
  clock: Clock,
  job: AccountJob,
  {
    error,
    notes = [],
    request,
  }: { error?: JobError | undefined; notes?: readonly RecordOutcome[]; request?: string | undefined } = {},
): Promise<void> => {
  const done = job.done + (error ? 0 : 1);
  const failed = job.failed + (error ? 1 : 0);
  const errors = error ? withError(job.errors, error) : job.errors;
  const reasons = withReasons(job.reasons, notes);
  if (done + failed === job.total)
    await finish(trx, clock, { ...job, done, failed, errors, reasons }, done > 0 ? 'done' : 'failed');
  else
    await updateJob(trx, job, {
      done,
      failed,
      errors,
      reasons,
      status: 'running' as const,
      ...(request !== undefined && { request }),
    });
};

/** Finishes a locked job before all its records are processed; `done` if the others no longer exist. */
export const endJob = (
  trx: Db,
  clock: Clock,
  job: AccountJob,
  status: Extract<JobStatus, 'done' | 'failed' | 'cancelled'>,
  error?: JobError,
): Promise<AccountJob> =>
  finish(trx, clock, { ...job, errors: error ? withError(job.errors, error) : job.errors }, status);

/** Stores the counts, and removes what only the work needed. */
const finish = async (
  trx: Db,
  clock: Clock,
  job: AccountJob,
  status: Extract<JobStatus, 'done' | 'failed' | 'cancelled'>,
): Promise<AccountJob> => {
  const { done, failed, changed, hits, errors, reasons, undoable } = job;
  await deleteParts(trx, job);
  return updateJob(trx, job, {
    done,
    failed,
    changed,
    hits,
    errors,
    reasons,
    status,
    finishedDate: isoTime(clock),
    ...(status === 'done' && { total: done + failed }),
    ...(undoable === 1 && changed > 0 && { undoUntil: isoTime(clock, UNDO_HOURS * HOUR_MS) }),
    // It contains who requested it, and from where.
    request: '{}',
  });
};

/** The unfinished job of this kind for a media asset. */
export const findOpenJob = (
  db: Db,
  accountId: number,
  kind: string,
  mediaAssetId: number,
): Promise<AccountJob | undefined> =>
  ofAccount(db, accountId)
    .where('kind', '=', kind)
    .where('mediaAssetId', '=', mediaAssetId)
    .where('finishedDate', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

const openJob = (db: Db, { accountId, id }: AccountJob) =>
  db
    .updateTable('accountJob')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('finishedDate', 'is', null);

/** @returns false if the job has been cancelled in the meantime */
export const reportJob = async (db: Db, job: AccountJob, done: number): Promise<boolean> => {
  const { numUpdatedRows } = await openJob(db, job).set({ done, status: 'running' }).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Finishes a job that succeeded as a whole. */
export const finishJob = async (db: Db, clock: Clock, job: AccountJob): Promise<void> => {
  await openJob(db, job)
    .set({ done: job.total, status: 'done', finishedDate: isoTime(clock) })
    .execute();
};

/** Finishes a job that failed as a whole. */
export const failAccountJob = async (
  db: Db,
  clock: Clock,
  job: AccountJob,
  message: string,
): Promise<void> => {
  const error: JobError = { id: null, type: 'ProcessingError', message };
  await openJob(db, job)
    .set({ status: 'failed', finishedDate: isoTime(clock), errors: withError(job.errors, error) })
    .execute();
};

/** Keeps the first errors, and the last error about the job as a whole. */
const withError = (errors: string, error: JobError): string => {
  const first = JSON.parse(errors) as JobError[];
  if (first.length < MAX_JOB_ERRORS) return JSON.stringify([...first, error]);
  return error.id === null ? JSON.stringify([...first.slice(0, -1), error]) : errors;
};

const updateJob = (
  trx: Db,
  { accountId, id }: AccountJob,
  values: Partial<NewRow<'accountJob'>>,
): Promise<AccountJob> =>
  updateWhere(trx, 'accountJob', { accountId, id }).set(values).returningAll().executeTakeFirstOrThrow();

/** Sets when the job was undone. */
export const markUndone = async (trx: Db, clock: Clock, accountId: number, id: number): Promise<void> => {
  await updateWhere(trx, 'accountJob', { accountId, id })
    .set({ undoneAt: isoTime(clock) })
    .execute();
};

/** The oldest job of any account that finished before this time. */
export const findJobBefore = (
  db: Db,
  time: string,
): Promise<Pick<AccountJob, 'id' | 'accountId'> | undefined> =>
  db
    .selectFrom('accountJob')
    .select(['id', 'accountId'])
    .where('finishedDate', '<', time)
    .orderBy('finishedDate')
    .limit(1)
    .executeTakeFirst();

export const deleteJob = async (
  trx: Db,
  { id, accountId }: Pick<AccountJob, 'id' | 'accountId'>,
): Promise<void> => {
  await deleteWhere(trx, 'accountJob', { accountId, id }).execute();
};
