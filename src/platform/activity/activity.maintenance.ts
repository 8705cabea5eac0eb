/** Deletes what processes that have ended left behind of who is there. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import type { Clock } from '../lib/clock.js';
import { deleteGonePresence } from './presence.repository.js';

const MINUTE_MS = 60_000;

export const activityMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'presence',
  everyMs: MINUTE_MS,
  run: () => deleteGonePresence(db, clock),
});
