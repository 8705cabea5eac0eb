/**
 * Job: purges records of an account's trash. Each is purged and counted in one transaction, so that every record is
 * counted exactly once even if the process is interrupted.
 */
import { setImmediate } from 'node:timers/promises';
import { accountJobsHandler, finalError } from '../platform/account-jobs/account-jobs.handler.js';
import {
  countRecord,
  endJob,
  lockOldestJob,
  countOpenJobs,
  type AccountJob,
} from '../platform/account-jobs/account-job.repository.js';
import { insertAuditEntries } from '../platform/audit/audit.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { Job, JobHandler } from '../platform/jobs/job.types.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { AppError, forbidden, notFound } from '../platform/lib/errors.js';
import type { Log } from '../platform/lib/log.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import { purgeRecord } from './purge-record.js';
import {
  requestOf,
  TRASH,
  nextTrashed,
  accountsWithTrash,
  purgeableBy,
  type TrashPlace,
  type TrashRef,
} from './trash.repository.js';
import { lockAccount } from '../identity/accounts/account.repository.js';
import { currentCaller } from '../identity/current-rights.js';
import type { MaintenanceTask } from '../platform/jobs/maintenance.js';
import { startPurge } from './trash.service.js';

/** Records per run, before jobs of other accounts get their turn. */
const RECORDS_PER_TURN = 200;
/** SQLite responds synchronously, so the loop yields to other work after this time. */
const BUSY_MS = 20;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  quotas: Quotas;
}

type TrashedRecord = TrashRef | TrashPlace;

export const purgeTrashHandler = ({ db, clock, log, quotas }: Deps): JobHandler<'purgeTrash'> => {
  const purge = async (trx: Db, job: AccountJob, { kind, id }: TrashedRecord): Promise<void> => {
    const { accountId } = job;
    const { kinds, actor, caller } = requestOf(job);
    if (!kinds.includes(kind)) throw notFound();
    if (caller) {
      const current = await currentCaller(trx, clock, caller, 'content:write');
      if (!purgeableBy(current).includes(kind)) throw forbidden('Who started this may no longer purge this.');
    }
    await quotas.lock(trx, accountId);
    const isPurged = await purgeRecord({ trx, clock, accountId }, kind, id);
    if (!isPurged || !actor) return;
    const event = { operation: 'purgeTrash', recordType: kind, recordId: id, changedFields: [] };
    await insertAuditEntries(trx, clock, [{ ...actor, ...event, responseStatus: 200 }]);
  };

  const count = (trx: Db, job: AccountJob, record: TrashedRecord, failure?: AppError): Promise<void> => {
    const { kind, id } = record;
    return countRecord(trx, clock, job, {
      ...(failure && { error: { id, type: failure.type, message: `${kind} ${id}: ${failure.message}` } }),
      // Where the next one is looked for.
      ...('deletedDate' in record && { request: JSON.stringify({ ...requestOf(job), after: record }) }),
    });
  };

  /** Counts the record as failed, unless another worker has continued the job in the meantime. */
  const countFailure = (tried: { job: AccountJob; record: TrashedRecord }, error: AppError): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const job = await lockOldestJob(trx, tried.job.accountId, TRASH);
      if (job?.id === tried.job.id && job.done + job.failed === tried.job.done + tried.job.failed)
        await count(trx, job, tried.record, error);
    });

  /**
   * @returns false if the account has no unfinished job
   * @throws what `finalError` throws, so that the record is retried
   */
  const purgeNext = async ({ accountId, lastAttempt }: Job): Promise<boolean> => {
    let tried: { job: AccountJob; record: TrashedRecord } | undefined;
    try {
      return await db.transaction().execute(async (trx) => {
        const job = await lockOldestJob(trx, accountId, TRASH);
        if (!job) return false;
        const record = await nextRecord(trx, job);
        if (record === undefined) {
          await endJob(trx, clock, job, 'done');
          return true;
        }
        tried = { job, record };
        await purge(trx, job, record);
        await count(trx, job, record);
        return true;
      });
    } catch (thrown) {
      if (!tried) throw thrown;
      const { job, record } = tried;
      await countFailure(tried, finalError(thrown, lastAttempt));
      if (!(thrown instanceof AppError))
        log.error({ err: thrown, accountId, jobId: job.id, record }, 'trash job failed');
      return true;
    }
  };

  return accountJobsHandler(
    { db, clock },
    {
      kind: TRASH,
      worker: 'purgeTrash',
      payload: { trash: true },
      turn: async (job, stopping) => {
        let pauseAt = performance.now() + BUSY_MS;
        for (let records = 0; records < RECORDS_PER_TURN; records++) {
          if (stopping.aborted) return 'stopped';
          if (!(await purgeNext(job))) return 'finished';
          if (performance.now() < pauseAt) continue;
          await setImmediate();
          pauseAt = performance.now() + BUSY_MS;
        }
        return 'unfinished';
      },
    },
  );
};

/** The next record of a locked job; undefined if none is left. */
const nextRecord = async (trx: Db, job: AccountJob): Promise<TrashedRecord | undefined> => {
  const { records, kinds, before, after } = requestOf(job);
  if (before === undefined) return records?.[job.done + job.failed];
  return nextTrashed(trx, job.accountId, { kinds, before, after });
};

const HOUR_MS = 60 * 60_000;

/** @param retentionDays null: nothing is purged */
export const trashMaintenance = (
  { db, clock }: { db: Db; clock: Clock },
  retentionDays: number | null,
): MaintenanceTask => ({
  name: 'trash',
  everyMs: HOUR_MS,
  run: async () => {
    if (retentionDays === null) return;
    const before = isoTime(clock, -retentionDays * 24 * HOUR_MS);
    for (const accountId of await accountsWithTrash(db, before))
      await db.transaction().execute(async (trx) => {
        // Another process may do the same now.
        await lockAccount(trx, accountId);
        if ((await countOpenJobs(trx, accountId, TRASH)) > 0) return;
        await startPurge(trx, clock, accountId, { kinds: purgeableBy({ accountId }), before, actor: null });
      });
  },
});
