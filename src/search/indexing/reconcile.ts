/** The comparison of SQL with the index over all accounts, for a person who asks. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { IndexProvider } from './index-provider.js';
import { compareIndex } from './compare-index.js';

export interface ReconcileReport {
  /** Items that the index should hold. */
  checked: number;
  /** Items that it lacks, holds otherwise or holds although it should not, and items that no job will move on. */
  differing: number;
}

/** @param repair queues the accounts that differ to be repaired by the worker */
export const reconcileAll = async (
  { db, clock, index }: { db: Db; clock: Clock; index: IndexProvider },
  { repair }: { repair: boolean },
): Promise<ReconcileReport> => {
  const { index: serving } = await index.current();
  const report = { checked: 0, differing: 0 };
  for (const { id } of await db.selectFrom('account').select('id').orderBy('id').execute()) {
    const { items, differing, extra, stranded } = await compareIndex(db, serving, id);
    const wrong = differing.length + extra.length + stranded.length;
    report.checked += items;
    report.differing += wrong;
    if (repair && wrong > 0) await enqueue(db, clock, id, 'reconcileIndex', {});
  }
  return report;
};
