/**
 * Job: processes an account's jobs of one kind one after the other, in the order in which they were started. Each record
 * is changed and counted in one transaction, so that every record is processed exactly once even if the process is
 * interrupted.
 */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/dialect.js';
import { toAppError } from '../http/error-handler.js';
import { enqueue } from '../jobs/job.repository.js';
import {
  postponed,
  type Job,
  type JobHandler,
  type JobOutcome,
  type JobPayloads,
} from '../jobs/job.types.js';
import type { Clock } from '../lib/clock.js';
import { AppError, DatabaseUnavailableError, isStoreDown } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import type { JobError } from './account-job.record.js';
import {
  countOpenJobs,
  countRecord,
  endJob,
  lockOldestJob,
  type AccountJob,
} from './account-job.repository.js';

/** Records per run, before jobs of other accounts get their turn. */
const RECORDS_PER_TURN = 200;
/** SQLite responds synchronously, so the loop yields to other work after this time. */
const BUSY_MS = 20;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
}

/** What an account's jobs of one kind do. */
export interface RecordJobs<K extends 'purgeTrash', R> {
  /** The kind of the account's jobs. */
  kind: string;
  /** The job that works on them. */
  worker: K;
  payload: JobPayloads[K];
  /** The next record of a locked job; undefined if none is left. */
  next(trx: Db, job: AccountJob): Promise<R | undefined>;
  /**
   * Changes the record and enters that in the audit log.
   * @throws {AppError} when it cannot be changed
   */
  change(trx: Db, job: AccountJob, record: R): Promise<void>;
  /** The request of the job once the record is counted, if it changes. */
  requestAfter?(job: AccountJob, record: R): string;
  errorOf(record: R, error: AppError): JobError;
}

export const recordJobsHandler = <K extends 'purgeTrash', R>(
  { db, clock, log }: Deps,
  { kind, worker, payload, next, change, requestAfter, errorOf }: RecordJobs<K, R>,
): JobHandler<K> => {
  const count = (trx: Db, job: AccountJob, record: R, error?: JobError): Promise<void> =>
    countRecord(trx, clock, job, { error, request: requestAfter?.(job, record) });

  /** Counts the record as failed, unless another worker has continued the job in the meantime. */
  const countFailure = (tried: { job: AccountJob; record: R }, error: AppError): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const job = await lockOldestJob(trx, tried.job.accountId, kind);
      if (job?.id === tried.job.id && job.done + job.failed === tried.job.done + tried.job.failed)
        await count(trx, job, tried.record, errorOf(tried.record, error));
    });

  /**
   * @returns false if the account has no unfinished job
   * @throws errors for which the single call would respond with 500 or 503, so that the record is retried
   */
  const changeNext = async ({ accountId, lastAttempt }: Job): Promise<boolean> => {
    let tried: { job: AccountJob; record: R } | undefined;
    try {
      return await db.transaction().execute(async (trx) => {
        const job = await lockOldestJob(trx, accountId, kind);
        if (!job) return false;
        const record = await next(trx, job);
        if (record === undefined) {
          await endJob(trx, clock, job, 'done');
          return true;
        }
        tried = { job, record };
        await change(trx, job, record);
        await count(trx, job, record);
        return true;
      });
    } catch (thrown) {
      if (!tried) throw thrown;
      await countFailure(tried, finalError(thrown, lastAttempt));
      if (!(thrown instanceof AppError))
        log.error(
          { err: thrown, accountId, jobId: tried.job.id, record: tried.record },
          `${kind} job failed`,
        );
      return true;
    }
  };

  const goOn = async (accountId: number): Promise<void> => {
    if ((await countOpenJobs(db, accountId, kind)) > 0) await enqueue(db, clock, accountId, worker, payload);
  };

  const run = async (job: Job<K>, stopping: AbortSignal): Promise<JobOutcome> => {
    let pauseAt = performance.now() + BUSY_MS;
    for (let records = 0; records < RECORDS_PER_TURN; records++) {
      if (stopping.aborted) return postponed;
      if (!(await changeNext(job))) return undefined;
      if (performance.now() < pauseAt) continue;
      await setImmediate();
      pauseAt = performance.now() + BUSY_MS;
    }
    await goOn(job.accountId);
    return undefined;
  };

  return {
    batchSize: 1,
    run: (jobs, stopping) => Promise.all(jobs.map((job) => run(job, stopping))),
    onDead: async ({ accountId }, error) => {
      await db.transaction().execute(async (trx) => {
        const job = await lockOldestJob(trx, accountId, kind);
        const { type, message } = toAppError(error);
        if (job) await endJob(trx, clock, job, 'failed', { id: null, type, message });
      });
      await goOn(accountId);
    },
  };
};

/**
 * The error with which a record has failed permanently.
 * @throws errors that may be temporary
 */
const finalError = (thrown: unknown, isLastAttempt: boolean): AppError => {
  if (thrown instanceof AppError) return thrown;
  const error = toAppError(thrown);
  if (error.status === 503) throw isStoreDown(thrown) ? thrown : new DatabaseUnavailableError(thrown);
  if (!isLastAttempt) throw thrown;
  return error;
};
