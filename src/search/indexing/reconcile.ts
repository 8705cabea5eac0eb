/** Compares the index with SQL for all accounts, on request. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { IndexProvider } from './index-provider.js';
import { compareIndex } from './compare-index.js';

export interface ReconcileReport {
  /** Number of items that should be in the index. */
  checked: number;
  /** Items that are missing, different or superfluous in the index, and items stranded in a transitional state. */
  differing: number;
}

/** @param repair whether to enqueue a repair job for accounts with differences */
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
