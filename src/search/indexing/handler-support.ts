/** What the handlers of index jobs share: dependencies, batches by account, index maintenance. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Log } from '../../platform/lib/log.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Job, JobKind, JobOutcome } from '../../platform/jobs/job.types.js';
import type { EmbedderProvider } from './embedder-provider.js';
import type { IndexProvider } from './index-provider.js';

export interface IndexingDeps {
  db: Db;
  clock: Clock;
  log: Log;
  index: IndexProvider;
  embedder: EmbedderProvider;
}

/** Runs the jobs of each account together; outcomes align with `jobs`. An error fails the jobs of its account. */
export const runByAccount = async <K extends JobKind>(
  jobs: readonly Job<K>[],
  work: (accountId: number, jobs: readonly Job<K>[]) => Promise<readonly JobOutcome[]> | Promise<void>,
): Promise<JobOutcome[]> => {
  const outcomes = new Map<Job<K>, JobOutcome>();
  for (const [accountId, own] of groupBy(jobs, (job) => job.accountId)) {
    try {
      const results = (await work(accountId, own)) as readonly JobOutcome[] | undefined;
      own.forEach((job, i) => outcomes.set(job, results?.[i]));
    } catch (err) {
      const error = err instanceof Error ? err : new Error(String(err));
      for (const job of own) outcomes.set(job, error);
    }
  }
  return jobs.map((job) => outcomes.get(job));
};

/** Writes within this time share one maintenance run. */
const MAINTENANCE_DELAY_MS = 5_000;

/** Schedules index maintenance in a few seconds. */
export const enqueueIndexMaintenance = (trx: Db, clock: Clock, accountId: number): Promise<void> =>
  enqueue(trx, clock, accountId, 'maintainIndex', {}, { delayMs: MAINTENANCE_DELAY_MS });
