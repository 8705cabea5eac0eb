/** Account jobs in SQL. Jobs of the same account and kind run one after the other, in order of creation. */
import { isPostgres, type Db } from '../db/dialect.js';
import { listPage, type ListParams, type Page } from '../db/list-query.js';
import { insertRow } from '../db/rows.js';
import type { NewRow, Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { invalidState } from '../lib/errors.js';
import { jobList, MAX_JOB_ERRORS, type JobError, type JobStatus } from './account-job.record.js';

export type AccountJob = Row<'accountJob'>;

export const listJobs = (db: Db, accountId: number, params: ListParams): Promise<Page<AccountJob>> =>
  listPage(db, jobList, accountId, params);

/** Creates a queued job. A job without records is done at once. */
export const createJob = (
  trx: Db,
  clock: Clock,
  job: Pick<NewRow<'accountJob'>, 'accountId' | 'kind' | 'action' | 'total' | 'request' | 'mediaAssetId'>,
): Promise<AccountJob> => {
  const now = isoTime(clock);
  return insertRow(trx, 'accountJob', {
    ...job,
    status: job.total > 0 ? 'queued' : 'done',
    done: 0,
    failed: 0,
    errors: '[]',
    entryDate: now,
    finishedDate: job.total > 0 ? null : now,
  });
};

const ofAccount = (db: Db, accountId: number) =>
  db.selectFrom('accountJob').selectAll().where('accountId', '=', accountId);

export const findJob = (db: Db, accountId: number, id: number): Promise<AccountJob | undefined> =>
  ofAccount(db, accountId).where('id', '=', id).executeTakeFirst();

export const lockJob = (trx: Db, accountId: number, id: number): Promise<AccountJob | undefined> => {
  const query = ofAccount(trx, accountId).where('id', '=', id);
  return (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst();
};

/** The account's oldest unfinished job of the kind, locked until the transaction ends. */
export const lockOldestJob = (trx: Db, accountId: number, kind: string): Promise<AccountJob | undefined> => {
  const query = ofAccount(trx, accountId)
    .where('kind', '=', kind)
    .where('finishedDate', 'is', null)
    .orderBy('id')
    .limit(1);
  return (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst();
};

/** Number of unfinished jobs, optionally of one kind. */
export const countOpenJobs = async (db: Db, accountId: number, kind?: string): Promise<number> => {
  const { count } = await db
    .selectFrom('accountJob')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('finishedDate', 'is', null)
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

/**
 * Counts the next record of a locked job, and finishes the job after the last one.
 * @param changes `error`: why the record could not be changed, if it could not; `request`: how the job goes on
 */
export const countRecord = async (
  trx: Db,
  clock: Clock,
  job: AccountJob,
  { error, request }: { error?: JobError | undefined; request?: string | undefined } = {},
): Promise<void> => {
  const done = job.done + (error ? 0 : 1);
  const failed = job.failed + (error ? 1 : 0);
  const isLast = done + failed === job.total;
  await updateJob(trx, job, {
    done,
    failed,
    status: !isLast ? 'running' : done > 0 ? 'done' : 'failed',
    ...(error && { errors: withError(job, error) }),
    ...(request !== undefined && { request }),
    ...(isLast && { finishedDate: isoTime(clock) }),
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
  updateJob(trx, job, {
    status,
    finishedDate: isoTime(clock),
    ...(status === 'done' && { total: job.done + job.failed }),
    ...(error && { errors: withError(job, error) }),
  });

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
export const failJob = async (db: Db, clock: Clock, job: AccountJob, message: string): Promise<void> => {
  const error: JobError = { id: null, type: 'ProcessingError', message };
  await openJob(db, job)
    .set({ status: 'failed', finishedDate: isoTime(clock), errors: withError(job, error) })
    .execute();
};

/** Keeps the first errors, and the last error about the job as a whole. */
const withError = ({ errors }: AccountJob, error: JobError): string => {
  const first = JSON.parse(errors) as JobError[];
  if (first.length < MAX_JOB_ERRORS) return JSON.stringify([...first, error]);
  return error.id === null ? JSON.stringify([...first.slice(0, -1), error]) : errors;
};

const updateJob = (
  trx: Db,
  { accountId, id }: AccountJob,
  values: Partial<NewRow<'accountJob'>>,
): Promise<AccountJob> =>
  trx
    .updateTable('accountJob')
    .set(values)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes the jobs of all accounts that finished before this time. */
export const deleteJobsBefore = async (db: Db, time: string): Promise<void> => {
  await db.deleteFrom('accountJob').where('finishedDate', '<', time).execute();
};
