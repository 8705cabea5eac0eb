/** Deletes expired sessions, steps and links, and browsers that have not been used for long. */
import type { Db } from '../../platform/db/dialect.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { deleteExpiredSessions } from '../sessions/session.repository.js';
import { deleteExpiredLinks } from './link.repository.js';
import { deleteOldDevices } from './person.repository.js';
import { deleteExpiredSteps } from './step.repository.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As long as the cookie lasts. */
const DEVICE_MS = 400 * DAY_MS;

export const signInMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'sign-in',
  everyMs: MINUTE_MS,
  run: async () => {
    await deleteExpiredSteps(db, isoTime(clock));
    await deleteExpiredSessions(db, isoTime(clock));
    await deleteExpiredLinks(db, clock);
    await deleteOldDevices(db, isoTime(clock, -DEVICE_MS));
  },
});
