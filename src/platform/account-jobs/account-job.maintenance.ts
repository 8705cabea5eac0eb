/** Deletes account jobs some time after they have finished. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { deleteJobsBefore } from './account-job.repository.js';

const HOUR_MS = 60 * 60_000;
export const JOB_RETENTION_DAYS = 30;

export const accountJobMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'jobs of accounts',
  everyMs: HOUR_MS,
  run: () => deleteJobsBefore(db, isoTime(clock, -JOB_RETENTION_DAYS * 24 * HOUR_MS)),
});
