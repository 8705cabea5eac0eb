/**
 * Job: processes an account's bulk jobs one after the other, in the order in which they were started. Each item
 * is changed and counted in one transaction, so that every item is processed exactly once even if the process is
 * interrupted.
 */
import { setImmediate } from 'node:timers/promises';
import {
  countOpenJobs,
  countRecord,
  endJob,
  lockOldestJob,
  type AccountJob,
} from '../../platform/account-jobs/account-job.repository.js';
import type { JobError } from '../../platform/account-jobs/account-job.record.js';
import { insertAuditEntries } from '../../platform/audit/audit.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { toAppError } from '../../platform/http/error-handler.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { postponed, type Job, type JobHandler, type JobOutcome } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import { AppError, DatabaseUnavailableError, isStoreDown } from '../../platform/lib/errors.js';
import type { Log } from '../../platform/lib/log.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { BULK, type BulkRequest } from './bulk-request.js';
import { changeItem } from './change-item.js';

/** Items per run, before jobs of other accounts get their turn. */
const ITEMS_PER_TURN = 200;
/** SQLite responds synchronously, so the loop yields to other work after this time. */
const BUSY_MS = 20;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  quotas: Quotas;
}

/** The next item of a job. */
interface Next {
  job: AccountJob;
  request: BulkRequest;
  itemId: number;
}

export const runBulkHandler = ({ db, clock, log, quotas }: Deps): JobHandler<'runBulk'> => {
  /** The next item of the account's oldest job, which is locked; undefined if there are no jobs. */
  const lockNext = async (trx: Db, accountId: number): Promise<Next | undefined> => {
    const job = await lockOldestJob(trx, accountId, BULK);
    if (!job) return undefined;
    const request = JSON.parse(job.request) as BulkRequest;
    return { job, request, itemId: request.ids[job.done + job.failed]! };
  };

  const change = async (trx: Db, { job, request, itemId }: Next): Promise<void> => {
    const event = await changeItem(trx, { clock, quotas }, itemId, request);
    if (event) await insertAuditEntries(trx, clock, [event]);
    await countRecord(trx, clock, job);
  };

  /** Counts the item as failed, unless another worker has continued the job in the meantime. */
  const countFailure = (tried: Next, error: AppError): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const next = await lockNext(trx, tried.job.accountId);
      if (next?.job.id === tried.job.id && next.itemId === tried.itemId)
        await countRecord(trx, clock, next.job, jobError(tried.itemId, error));
    });

  /**
   * @returns false if the account has no unfinished job
   * @throws errors for which the single call would respond with 500 or 503, so that the item is retried
   */
  const changeNext = async ({ accountId, lastAttempt }: Job): Promise<boolean> => {
    let next: Next | undefined;
    try {
      await db.transaction().execute(async (trx) => {
        next = await lockNext(trx, accountId);
        if (next) await change(trx, next);
      });
    } catch (thrown) {
      if (!next) throw thrown;
      await countFailure(next, finalError(thrown, lastAttempt));
      if (!(thrown instanceof AppError))
        log.error({ err: thrown, accountId, jobId: next.job.id, itemId: next.itemId }, 'bulk change failed');
    }
    return next !== undefined;
  };

  const goOn = async (accountId: number): Promise<void> => {
    if ((await countOpenJobs(db, accountId, BULK)) > 0)
      await enqueue(db, clock, accountId, 'runBulk', { bulk: true });
  };

  const run = async (job: Job<'runBulk'>, stopping: AbortSignal): Promise<JobOutcome> => {
    let pauseAt = performance.now() + BUSY_MS;
    for (let items = 0; items < ITEMS_PER_TURN; items++) {
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
        const job = await lockOldestJob(trx, accountId, BULK);
        if (job) await endJob(trx, clock, job, 'failed', jobError(null, toAppError(error)));
      });
      await goOn(accountId);
    },
  };
};

const jobError = (id: number | null, { type, message }: AppError): JobError => ({ id, type, message });

/**
 * The error with which an item has failed permanently.
 * @throws errors that may be temporary
 */
const finalError = (thrown: unknown, isLastAttempt: boolean): AppError => {
  if (thrown instanceof AppError) return thrown;
  const error = toAppError(thrown);
  if (error.status === 503) throw isStoreDown(thrown) ? thrown : new DatabaseUnavailableError(thrown);
  if (!isLastAttempt) throw thrown;
  return error;
};
