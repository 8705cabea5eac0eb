/** SQL against the search index, item by item: what is missing, what differs, what should not be there, what nobody works on. */
import type { SearchIndex } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { JobKind } from '../../platform/jobs/job.types.js';
import { chunkCounts } from './indexable-item.repository.js';

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

/** Items that a job waits for or works on are left out: they are on their way. */
export const compareIndex = async (
  db: Db,
  index: SearchIndex,
  accountId: number,
): Promise<IndexComparison> => {
  const [expected, held, moving, jobs] = await Promise.all([
    chunkCounts(db, accountId),
    index.chunkCounts(accountId),
    movingItems(db, accountId),
    db
      .selectFrom('job')
      .select(['kind', 'subject'])
      .where('accountId', '=', accountId)
      .where('status', 'in', ['waiting', 'running'])
      .execute(),
  ]);
  const kinds = new Set(jobs.map(({ kind, subject }) => `${kind} ${subject}`));
  const subjects = new Set(jobs.map(({ subject }) => subject));
  const settled = (itemId: number): boolean => !subjects.has(`item:${itemId}`);
  return {
    items: expected.size,
    differing: [...expected].flatMap(([id, count]) => (held.get(id) !== count && settled(id) ? [id] : [])),
    extra: [...held.keys()].filter((id) => !expected.has(id) && settled(id)),
    stranded: moving
      .map(({ id, status }) => ({ itemId: id, kind: jobOfStatus[status]! }))
      .filter(({ itemId, kind }) => !kinds.has(`${kind} item:${itemId}`)),
  };
};

const jobOfStatus: Record<string, JobKind> = {
  queued: 'processItem',
  processing: 'processItem',
  publishing: 'publishItem',
  unpublishing: 'unpublishItem',
};

const movingItems = (db: Db, accountId: number) =>
  db
    .selectFrom('item')
    .select(['id', 'status'])
    .where('accountId', '=', accountId)
    .where('deletedDate', 'is', null)
    .where('status', 'in', Object.keys(jobOfStatus))
    .execute();
