/** Waits until the worker is idle. */
import type { Db } from '../../src/platform/db/dialect.js';
import { sleep } from '../../src/platform/lib/retry.js';

/** Jobs that are not about items, or that wait for other servers. */
const UPKEEP = ['maintainIndex', 'reconcileIndex', 'deliverWebhook', 'mailResetLink', 'sendMail'];
const LIMIT_MS = 60_000;

/**
 * Resolves once no job about an item waits or runs.
 * @throws Error with the remaining jobs after a minute
 */
export const untilIdle = async (db: Db): Promise<void> => {
  for (const end = Date.now() + LIMIT_MS; ;) {
    const jobs = await db
      .selectFrom('job')
      .select(['kind', 'subject', 'status', 'lastError'])
      .where('status', 'in', ['waiting', 'running'])
      .where('kind', 'not in', UPKEEP)
      .execute();
    if (jobs.length === 0) return;
    if (Date.now() > end) throw new Error(`jobs are left: ${JSON.stringify(jobs.slice(0, 5))}`);
    await sleep(30);
  }
};
