/** Job: processes an account's bulk jobs. */
import { recordJobsHandler } from '../../platform/account-jobs/record-jobs.handler.js';
import type { AccountJob } from '../../platform/account-jobs/account-job.repository.js';
import { insertAuditEntries } from '../../platform/audit/audit.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import type { JobHandler } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import type { Quotas } from '../../platform/quotas/quotas.js';
import { BULK, type BulkRequest } from './bulk-request.js';
import { changeItem } from './change-item.js';

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  quotas: Quotas;
}

const requestOf = (job: AccountJob): BulkRequest => JSON.parse(job.request) as BulkRequest;

export const runBulkHandler = (deps: Deps): JobHandler<'runBulk'> =>
  recordJobsHandler(deps, {
    kind: BULK,
    worker: 'runBulk',
    payload: { bulk: true },
    next: (_trx, job) => Promise.resolve(requestOf(job).ids[job.done + job.failed]),
    change: async (trx, job, itemId) => {
      const event = await changeItem(trx, deps, itemId, requestOf(job));
      if (event) await insertAuditEntries(trx, deps.clock, [event]);
    },
    errorOf: (id, { type, message }) => ({ id, type, message }),
  });
