/** Deletes expired idempotency keys. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { deleteKeysBefore } from './idempotency.repository.js';
import { KEY_RETENTION_MS } from './idempotency.service.js';

const HOUR_MS = 60 * 60_000;

export const keyMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'idempotency keys',
  everyMs: HOUR_MS,
  run: () => deleteKeysBefore(db, isoTime(clock, -KEY_RETENTION_MS)),
});
