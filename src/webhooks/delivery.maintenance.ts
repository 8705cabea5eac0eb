/** Deletes old deliveries. */
import type { Db } from '../platform/db/dialect.js';
import type { MaintenanceTask } from '../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { pruneDeliveries } from './delivery.repository.js';

const HOUR_MS = 60 * 60_000;
const RETENTION_MS = 30 * 24 * HOUR_MS;

export const deliveryMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'webhook deliveries',
  everyMs: HOUR_MS,
  run: async () => {
    await pruneDeliveries(db, isoTime(clock, -RETENTION_MS));
  },
});
