/** Deletes audit entries after their retention period. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { deleteAuditEntries } from './audit.repository.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Small enough not to delay other writes. */
const BATCH = 1_000;

export const auditMaintenance = ({
  db,
  clock,
  retentionDays,
}: {
  db: Db;
  clock: Clock;
  retentionDays: number;
}): MaintenanceTask => ({
  name: 'audit log',
  everyMs: HOUR_MS,
  run: async () => {
    const before = isoTime(clock, -retentionDays * DAY_MS);
    while ((await deleteAuditEntries(db, before, BATCH)) === BATCH);
  },
});
