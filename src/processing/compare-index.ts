/** SQL against the search index, item by item: what is missing, what differs, what should not be there, what nobody works on. */
import type { SearchIndex } from '../../indexer/index.js';
import type { Db } from '../db/dialect.js';
import type { JobKind } from '../jobs/job.types.js';
import { chunkCounts } from './talk.repository.js';

export interface IndexComparison {
  /** Items that the index should hold. */
  items: number;
  /** Items whose passages in the index are not as many as their chunks in SQL. */
  differing: number[];
  /** Items that the index holds and SQL does not. */
  extra: number[];
  /** Items on their way to another state although no job will take them there, and that job. */
  stranded: { itemId: number; kind: JobKind }[];
}

/** A moment's view: while jobs run, items under way may show as differing. */
export const compareIndex = async (
  db: Db,
  index: SearchIndex,
  accountId: number,
): Promise<IndexComparison> => {
  const [expected, held, stranded] = await Promise.all([
    chunkCounts(db, accountId),
    index.passageCounts(accountId),
    strandedItems(db, accountId),
  ]);
  return {
    items: expected.size,
    differing: [...expected].filter(([id, count]) => held.get(id) !== count).map(([id]) => id),
    extra: [...held.keys()].filter((id) => !expected.has(id)),
    stranded,
  };
};

const jobOfStatus: Record<string, JobKind> = {
  queued: 'processItem',
  processing: 'processItem',
  publishing: 'publishItem',
  unpublishing: 'unpublishItem',
};

const strandedItems = async (db: Db, accountId: number): Promise<IndexComparison['stranded']> => {
  const moving = await db
    .selectFrom('item')
    .select(['id', 'status'])
    .where('accountId', '=', accountId)
    .where('deletedDate', 'is', null)
    .where('status', 'in', Object.keys(jobOfStatus))
    .execute();
  if (moving.length === 0) return [];
  const jobs = await db
    .selectFrom('job')
    .select(['kind', 'subject'])
    .where('accountId', '=', accountId)
    .where('status', 'in', ['waiting', 'running'])
    .execute();
  const known = new Set(jobs.map(({ kind, subject }) => `${kind} ${subject}`));
  return moving
    .map(({ id, status }) => ({ itemId: id, kind: jobOfStatus[status]! }))
    .filter(({ itemId, kind }) => !known.has(`${kind} item:${itemId}`));
};
