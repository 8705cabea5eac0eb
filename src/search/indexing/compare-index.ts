/** Compares the search index with SQL, item by item. */
import type { SearchIndex, UnembeddedItem } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';
import { itemSubject } from '../../platform/jobs/job-subject.js';
import type { JobKind } from '../../platform/jobs/job.types.js';
import { chunkCounts, chunkDigests } from '../../transcripts/reading/chunk.repository.js';
import { loadItems } from './indexable-item.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { IndexProvider } from './index-provider.js';

interface IndexComparison {
  /** Number of items that should be in the index. */
  items: number;
  /** Items whose chunks, attributes or words differ between index and SQL. */
  differing: number[];
  /** Items in the index that do not exist in SQL. */
  extra: number[];
  /** Items in a transitional state without the job that would complete it, and that job. */
  stranded: { itemId: number; kind: JobKind }[];
}

/** Omits items with a waiting or running job. */
export const compareIndex = async (
  db: Db,
  index: SearchIndex,
  accountId: number,
): Promise<IndexComparison> => {
  const [expected, indexed, written, transitional, jobs] = await Promise.all([
    chunkCounts(db, accountId),
    index.chunkCounts(accountId),
    index.chunkDigests(accountId),
    transitionalItems(db, accountId),
    db
      .selectFrom('job')
      .select(['kind', 'subject'])
      .where('accountId', '=', accountId)
      .where('status', 'in', ['waiting', 'running'])
      .execute(),
  ]);
  const kinds = new Set(jobs.map(({ kind, subject }) => `${kind} ${subject}`));
  const subjects = new Set(jobs.map(({ subject }) => subject));
  const settled = (itemId: number): boolean => !subjects.has(itemSubject(itemId));
  const ids = [...expected.keys()].filter(settled);
  const asCounted = ids.filter((id) => indexed.get(id) === expected.get(id));
  const digests = await chunkDigests(db, accountId, asCounted);
  const asDigested = asCounted.filter((id) => written.get(id) === digests.get(id));
  const stranded = transitional
    .map(({ id, status }) => ({ itemId: id, kind: jobOfStatus[status]! }))
    .filter(
      ({ itemId, kind }) =>
        !(isOf[kind] ?? [kind]).some((each) => kinds.has(`${each} ${itemSubject(itemId)}`)),
    );
  // The job of a stranded item will write its state.
  const left = new Set(stranded.map(({ itemId }) => itemId));
  const same = await described(db, index, accountId, asDigested);
  for (const id of asDigested) if (left.has(id)) same.add(id);
  return {
    items: expected.size,
    differing: ids.filter((id) => !same.has(id)),
    extra: [...indexed.keys()].filter((id) => !expected.has(id) && settled(id)),
    stranded,
  };
};

/** Items whose attributes and words are read at a time. */
const DESCRIBED_ITEMS = 200;

/** The items whose attributes, such as whether they are public, and words are the same in the index as in SQL. */
const described = async (
  db: Db,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<Set<number>> => {
  const same = new Set<number>();
  for (let start = 0; start < itemIds.length; start += DESCRIBED_ITEMS) {
    const some = itemIds.slice(start, start + DESCRIBED_ITEMS);
    const stored = await index.readItems(accountId, some, { chunks: false });
    const descriptions = new Map(stored.map((item) => [item.itemId, descriptionOf(item)]));
    for (const { draft } of await loadItems(db, accountId, some, { withChunks: false }))
      if (descriptions.get(draft.itemId) === descriptionOf(draft)) same.add(draft.itemId);
  }
  return same;
};

type Described = Omit<UnembeddedItem, 'chunks' | 'mediaAssetId'>;

const descriptionOf = (item: Described): string =>
  JSON.stringify([
    item.published,
    item.collectionId,
    item.seriesId,
    ...[item.speakerIds, item.topicIds, item.books, item.chapters].map((values) => values.toSorted()),
    item.date.slice(0, 10),
    item.language ?? '',
    item.title.normalize('NFC'),
    item.description.normalize('NFC'),
  ]);

const jobOfStatus: Record<string, JobKind> = {
  queued: 'continueItem',
  processing: 'continueItem',
  publishing: 'publishItem',
  unpublishing: 'unpublishItem',
};

/** Other jobs that complete the same state. */
const isOf: Partial<Record<JobKind, JobKind[]>> = { continueItem: ['continueItem', 'processItem'] };

const transitionalItems = (db: Db, accountId: number) =>
  existingRows(db, 'item', accountId)
    .select(['id', 'status'])
    .where('status', 'in', Object.keys(jobOfStatus))
    .execute();

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
