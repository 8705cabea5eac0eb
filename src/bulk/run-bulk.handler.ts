/**
 * Job: processes an account's bulk jobs one after the other, in the order in which they were started. The items of a
 * batch are changed and counted in one transaction, so that every item is processed exactly once even if the process
 * is interrupted. If a batch fails, its items are processed one by one.
 */
import { setImmediate } from 'node:timers/promises';
import {
  accountJobsHandler,
  finalError,
  type AccountJobs,
} from '../platform/account-jobs/account-jobs.handler.js';
import { findOldestJob, lockOldestJob } from '../platform/account-jobs/account-job.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { tryOut } from '../platform/db/rows.js';
import type { Job, JobHandler } from '../platform/jobs/job.types.js';
import type { Clock } from '../platform/lib/clock.js';
import { AppError } from '../platform/lib/errors.js';
import type { Log } from '../platform/lib/log.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import { failedBy } from './bulk-batch.js';
import { BULK } from './bulk.schema.js';
import { planBatch, type Apply, type Plan } from './plan-batch.js';
import { recordBatch } from './record-batch.js';

/** Items per run, before jobs of other accounts get their turn. */
const ITEMS_PER_TURN = 1_000;
/** How long a transaction should take, because others wait for it on SQLite. */
const BATCH_MS = 60;
/** Fewer would cost more time in all, and hardly less at a time. */
const MIN_BATCH = 20;
const MAX_BATCH = 200;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  quotas: Quotas;
  threads: TranscriptThreads;
}

export const runBulkHandler = (deps: Deps): JobHandler<'runBulk'> => {
  const { db, clock, log } = deps;

  /** Makes and records the changes, unless another worker has continued the job since the plan was made. */
  const execute = (plan: Plan, apply: Apply): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const job = await lockOldestJob(trx, plan.job.accountId, BULK);
      if (job?.id !== plan.job.id || job.done + job.failed !== plan.batch.position) return;
      const made = await (plan.batch.isDryRun ? tryOut(trx, () => apply(trx)) : apply(trx));
      if (made) await recordBatch(trx, clock, { ...plan, job }, made);
    });

  /** Counts the only item of the plan as failed. */
  const executeFailure = async (plan: Plan, thrown: unknown, lastAttempt: boolean): Promise<void> => {
    const error = finalError(thrown, lastAttempt);
    const [itemId = 0] = plan.batch.ids;
    await execute(plan, () => Promise.resolve(new Map([[itemId, failedBy(itemId, error)]])));
    if (thrown instanceof AppError) return;
    const { accountId, id: jobId } = plan.job;
    log.error({ err: thrown, accountId, jobId, itemId }, 'bulk change failed');
  };

  /**
   * @param size maximum number of items
   * @returns the number of items; undefined if the account has no unfinished job
   * @throws errors for which the single request would respond with 500 or 503, so that the item is retried
   */
  const changeNext = async (
    { accountId, lastAttempt }: Job,
    size: number,
  ): Promise<{ items: number; isWhole: boolean } | undefined> => {
    const job = await findOldestJob(db, accountId, BULK);
    if (!job) return undefined;
    const plan = await planBatch(deps, job, size);
    const items = plan.batch.ids.length;
    if (items === 0) {
      // Another worker has finished it since.
      if ((await findOldestJob(db, accountId, BULK))?.id !== job.id) return { items, isWhole: true };
      throw new Error(`The records of the bulk job ${job.id} are missing`);
    }
    try {
      await execute(plan, await plan.prepare());
      return { items, isWhole: true };
    } catch (thrown) {
      if (items > 1) return { items, isWhole: false };
      await executeFailure(plan, thrown, lastAttempt);
      return { items, isWhole: true };
    }
  };

  const turn: AccountJobs<'runBulk'>['turn'] = async (job, stopping) => {
    let size = MIN_BATCH;
    /** Items of a failed batch that are left to be processed one by one. */
    let singly = 0;
    for (let done = 0; done < ITEMS_PER_TURN;) {
      if (stopping.aborted) return 'stopped';
      const started = performance.now();
      const batch = await changeNext(job, Math.min(singly > 0 ? 1 : size, ITEMS_PER_TURN - done));
      if (!batch) return 'finished';
      if (batch.isWhole) {
        done += batch.items;
        if (singly > 0) singly--;
        else size = nextSize(size, performance.now() - started);
      } else singly = batch.items;
      await setImmediate();
    }
    return 'unfinished';
  };

  return accountJobsHandler(deps, { kind: BULK, worker: 'runBulk', payload: { bulk: true }, turn });
};

/** Grows at most twofold, because the next items may be others. */
const nextSize = (size: number, ms: number): number => {
  const fitting = Math.floor((size * BATCH_MS) / Math.max(1, ms));
  return Math.min(MAX_BATCH, 2 * size, Math.max(MIN_BATCH, fitting));
};
