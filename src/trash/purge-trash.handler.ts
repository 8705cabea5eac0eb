/** Job: purges records of an account's trash. */
import { recordJobsHandler } from '../platform/account-jobs/record-jobs.handler.js';
import { insertAuditEntries } from '../platform/audit/audit.repository.js';
import type { Db } from '../platform/db/dialect.js';
import type { JobHandler } from '../platform/jobs/job.types.js';
import type { Clock } from '../platform/lib/clock.js';
import { notFound } from '../platform/lib/errors.js';
import type { Log } from '../platform/lib/log.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import { purgeRecord } from './purge-record.js';
import { requestOf, TRASH } from './purge-request.js';
import { nextTrashed, type TrashPlace, type TrashRef } from './trash.repository.js';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  quotas: Quotas;
}

export const purgeTrashHandler = (deps: Deps): JobHandler<'purgeTrash'> => {
  const { clock, quotas } = deps;
  return recordJobsHandler<'purgeTrash', TrashRef | TrashPlace>(deps, {
    kind: TRASH,
    worker: 'purgeTrash',
    payload: { trash: true },
    next: async (trx, job) => {
      const { records, kinds, before, after } = requestOf(job);
      if (before === undefined) return records?.[job.done + job.failed];
      return nextTrashed(trx, job.accountId, { kinds, before, after });
    },
    change: async (trx, job, { kind, id }) => {
      const { accountId } = job;
      const { kinds, actor } = requestOf(job);
      if (!kinds.includes(kind)) throw notFound();
      await quotas.lock(trx, accountId);
      const isPurged = await purgeRecord({ trx, clock, accountId }, kind, id);
      if (!isPurged || !actor) return;
      const event = { operation: 'purgeTrash', recordType: kind, recordId: id, changedFields: [] };
      await insertAuditEntries(trx, clock, [{ ...actor, ...event, responseStatus: 200 }]);
    },
    requestAfter: (job, record) => {
      const request = requestOf(job);
      return JSON.stringify('deletedDate' in record ? { ...request, after: record } : request);
    },
    errorOf: ({ kind, id }, { type, message }) => ({ id, type, message: `${kind} ${id}: ${message}` }),
  });
};
