/** Updates processed items in the index from SQL, writing as little as possible. */
import { embedItems, ENGLISH, primarySubtag, type SearchIndex } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { EmbedderProvider } from './embedder-provider.js';
import { batchesOf } from '../../platform/lib/batches.js';
import { chunkCounts } from '../../transcripts/reading/chunk.repository.js';
import { loadItems } from './indexable-item.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Log } from '../../platform/lib/log.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Job, JobKind, JobOutcome } from '../../platform/jobs/job.types.js';
import type { IndexProvider } from './index-provider.js';

/** Limits of a part that is embedded and written together; the weight is in chunks. */
const PART = { maxItems: 64, maxWeight: 2_000 };

interface Deps {
  db: Db;
  embedder: EmbedderProvider;
}

/**
 * Updates attributes and words of indexed items; writes missing ones, and those whose vectors depend on what may have
 * changed: their language or, without chunks, their words. Skips items that are not to be in the index.
 */
export const updateIndexedItems = async (
  { db, embedder }: Deps,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const items = await loadItems(db, accountId, itemIds, { withChunks: false });
  if (items.length === 0) return;
  const first = items.map(({ draft }) => ({ itemId: draft.itemId, ordinal: 0 }));
  const [chunks, stored] = await Promise.all([
    index.readChunks(accountId, first),
    index.readItems(accountId, itemIds, { chunks: false }),
  ]);
  const languages = new Map(stored.map(({ itemId, language }) => [itemId, language]));
  const current = items.filter(({ draft }) => isSameLanguage(languages.get(draft.itemId), draft.language));
  const isCurrent = new Set(current.map(({ draft }) => draft.itemId));
  const indexed = new Set(chunks.map(({ itemId }) => itemId).filter((itemId) => isCurrent.has(itemId)));
  const drafts = items.map(({ draft }) => draft).filter(({ itemId }) => indexed.has(itemId));
  await index.updateAttributes(drafts.map((draft) => ({ ...draft, words: draft })));
  const missing = itemIds.filter((id) => !indexed.has(id));
  if (missing.length > 0) await writeItemsToIndex({ db, embedder }, index, accountId, missing);
};

/** Whether both are embedded by the same table: unknown languages as English. */
const isSameLanguage = (one: string | null | undefined, other: string | null | undefined): boolean =>
  (primarySubtag(one) ?? ENGLISH) === (primarySubtag(other) ?? ENGLISH);

/** Writes whole items from the chunks in SQL. */
export const writeItemsToIndex = async (
  { db, embedder }: Deps,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const counts = await chunkCounts(db, accountId, itemIds);
  for (const part of batchesOf([...counts], ([, chunks]) => chunks, PART)) {
    const ids = part.map(([id]) => id);
    const items = await loadItems(db, accountId, ids, { withChunks: true });
    await index.replaceItems(
      await embedItems(
        await embedder.get(),
        items.map(({ draft }) => draft),
      ),
    );
  }
};

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
