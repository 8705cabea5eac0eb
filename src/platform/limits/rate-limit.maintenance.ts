/** Deletes counts whose windows are over. */
import type { Db } from '../db/dialect.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';

export const rateLimitMaintenance = (db: Db): MaintenanceTask => ({
  name: 'rate limits',
  everyMs: 5 * 60_000,
  run: async () => {
    await db.deleteFrom('rateLimit').where('expire', '<', Date.now()).execute();
  },
});
