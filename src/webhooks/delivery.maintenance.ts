/** Puts away deliveries that are old. */
import type { Db } from '../platform/db/dialect.js';
import type { HousekeepingTask } from '../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { pruneDeliveries } from './delivery.repository.js';

const HOUR_MS = 60 * 60_000;
const KEPT_MS = 30 * 24 * HOUR_MS;

export const deliveryHousekeeping = ({ db, clock }: { db: Db; clock: Clock }): HousekeepingTask => ({
  name: 'webhook deliveries',
  everyMs: HOUR_MS,
  run: async () => {
    await pruneDeliveries(db, isoTime(clock, -KEPT_MS));
  },
});
