/** Deletes account jobs some time after they have finished, with their results. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { deleteJob, findJobBefore } from './account-job.repository.js';
import { deleteSomeResults } from './job-result.repository.js';

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
