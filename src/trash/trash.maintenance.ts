/** Purges what has been in the trash for longer than it is kept. */
import { countOpenJobs } from '../platform/account-jobs/account-job.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { lockAccount } from '../identity/accounts/account.repository.js';
import type { MaintenanceTask } from '../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import { TRASH } from './purge-request.js';
import { accountsWithTrash, purgeableBy } from './trash.repository.js';
import { startPurge } from './trash.service.js';

const HOUR_MS = 60 * 60_000;

/** @param retentionDays null: nothing is purged */
export const trashMaintenance = (
  { db, clock }: { db: Db; clock: Clock },
  retentionDays: number | null,
): MaintenanceTask => ({
  name: 'trash',
  everyMs: HOUR_MS,
  run: async () => {
    if (retentionDays === null) return;
    const before = isoTime(clock, -retentionDays * 24 * HOUR_MS);
    for (const accountId of await accountsWithTrash(db, before))
      await db.transaction().execute(async (trx) => {
        // Another process may do the same now.
        await lockAccount(trx, accountId);
        if ((await countOpenJobs(trx, accountId, TRASH)) > 0) return;
        await startPurge(trx, clock, accountId, { kinds: purgeableBy({ accountId }), before, actor: null });
      });
  },
});
