/**
 * Job: works on an account's jobs of one kind one after the other, in the order in which they were started. After a turn,
 * jobs of other accounts are next.
 */
import type { Db } from '../db/dialect.js';
import { toAppError } from '../http/server/error-handler.js';
import { enqueue } from '../jobs/job.repository.js';
import { postponed, type Job, type JobHandler, type JobPayloads } from '../jobs/job.types.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { AppError, DatabaseUnavailableError, isStoreDown } from '../lib/errors.js';
import { countOpenJobs, endJob, lockOldestJob, deleteJob, findJobBefore } from './account-job.repository.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { deleteSomeResults } from './job-result.repository.js';

interface Deps {
  db: Db;
  clock: Clock;
}

export interface AccountJobs<K extends 'runBulk' | 'purgeTrash'> {
  /** The kind of the account's jobs. */
  kind: string;
  /** The job that works on them. */
  worker: K;
  payload: JobPayloads[K];
  /** Works on them for a while; `stopped` because the worker is stopping. */
  turn(job: Job<K>, stopping: AbortSignal): Promise<'finished' | 'unfinished' | 'stopped'>;
}

export const accountJobsHandler = <K extends 'runBulk' | 'purgeTrash'>(
  { db, clock }: Deps,
  { kind, worker, payload, turn }: AccountJobs<K>,
): JobHandler<K> => {
  const goOn = async (accountId: number): Promise<void> => {
    if ((await countOpenJobs(db, accountId, kind)) > 0) await enqueue(db, clock, accountId, worker, payload);
  };
  return {
    batchSize: 1,
    run: (jobs, stopping) =>
      Promise.all(
        jobs.map(async (job) => {
          const end = await turn(job, stopping);
          if (end === 'stopped') return postponed;
          if (end === 'unfinished') await goOn(job.accountId);
          return undefined;
        }),
      ),
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
 * @throws errors that may be temporary: those for which the single call would respond with 500 or 503
 */
export const finalError = (thrown: unknown, isLastAttempt: boolean): AppError => {
  if (thrown instanceof AppError && thrown.status < 500) return thrown;
  const error = toAppError(thrown);
  if (error.status === 503) throw isStoreDown(thrown) ? thrown : new DatabaseUnavailableError(thrown);
  if (!isLastAttempt) throw thrown;
  return error;
};

const HOUR_MS = 60 * 60_000;
export const JOB_RETENTION_DAYS = 30;

export const accountJobMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'jobs of accounts',
  everyMs: HOUR_MS,
  run: async () => {
    const before = isoTime(clock, -JOB_RETENTION_DAYS * 24 * HOUR_MS);
    for (let job = await findJobBefore(db, before); job; job = await findJobBefore(db, before)) {
      while (await deleteSomeResults(db, job.accountId, job.id));
      await deleteJob(db, job);
    }
  },
});
