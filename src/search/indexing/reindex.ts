/** Builds a new version of the search index from the chunks in SQL and switches to it. */
import type { SearchIndex } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import type { Log } from '../../platform/lib/log.js';
import { enqueue, enqueueMany } from '../../platform/jobs/job.repository.js';
import { holdLease, releaseLease } from '../../platform/jobs/lease.js';
import type { EmbedderProvider } from './embedder-provider.js';
import type { IndexProvider } from './index-provider.js';
import { writeItemsToIndex } from './index-items.js';
import { enqueueChecks } from '../rules/rule.repository.js';
import { chunkCounts } from '../../transcripts/reading/chunk.repository.js';
import { itemsChangedSince } from './indexable-item.repository.js';

const LEASE = 'reindex';
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
const BATCH_ITEMS = 32;
const BATCHES_BETWEEN_MAINTENANCE = 50;
/** A round with at most this many items is short enough to be the last. */
const FEW_ITEMS = 64;
/** A change may be committed this long after its timestamp. */
const COMMIT_MARGIN_MS = 5_000;
/** After this many rounds, the jobs that follow the switch process the rest. */
const MAX_ROUNDS = 6;
/** By then, all processes search the new version. */
const CHECK_DELAY_MS = 2_000;
/** The old version is dropped once the searches that use it have finished. */
const DROP_DELAY_MS = 30_000;

export interface ReindexOptions {
  /** Called with numbers of chunks; `total` may grow while items are added. */
  onProgress?: (done: number, total: number) => void;
  /** Stops between two batches; the next run continues from there. */
  signal?: AbortSignal;
}

export interface ReindexReport {
  modelId: string;
  items: number;
  chunks: number;
}

interface ReindexDeps {
  db: Db;
  clock: Clock;
  log: Log;
  index: IndexProvider;
  embedder: EmbedderProvider;
  /** Name of this process in leases. */
  owner: string;
}

/**
 * Searches and writes continue on the old version. Their changes are caught up on before the switch; changes
 * during the last round are processed again after it.
 * @throws {ConflictError} when another process is rebuilding the index
 * @throws {Error} when stopped by the signal
 */
export const reindex = async (deps: ReindexDeps, options: ReindexOptions = {}): Promise<ReindexReport> => {
  const { db, clock, log, owner } = deps;
  if (!(await holdLease(db, clock, LEASE, owner, LEASE_MS)))
    throw conflict('Another process is already rebuilding the index');
  const renewal = setInterval(() => {
    holdLease(db, clock, LEASE, owner, LEASE_MS).catch((err: unknown) =>
      log.warn({ err }, 'could not renew the reindex lease'),
    );
  }, RENEW_MS);
  try {
    return await build(deps, options);
  } finally {
    clearInterval(renewal);
    await releaseLease(db, LEASE, owner);
  }
};

const build = async (deps: ReindexDeps, options: ReindexOptions): Promise<ReindexReport> => {
  const { db, clock, index: provider } = deps;
  const { modelId, dimensions } = await deps.embedder.get();
  const { version, index } = await provider.building({ modelId, dimensions });
  try {
    const progress = { done: 0, report: options.onProgress };
    // The version may be from an interrupted run, so everything that changed since its creation is written again.
    let since = version.entryDate;
    const round = async (): Promise<number> => {
      const started = isoTime(clock, -COMMIT_MARGIN_MS);
      const written = await catchUp(deps, index, since, progress, options.signal);
      since = started;
      return written;
    };
    for (let rounds = 1; (await round()) > FEW_ITEMS && rounds < MAX_ROUNDS; rounds++);
    await index.maintain();
    await round();
    await provider.activate({ version, index });
    await catchUpAfterSwitch(db, clock, since);
    return { modelId, ...(await index.counts()) };
  } finally {
    await index.close();
  }
};

interface Progress {
  done: number;
  report?: (done: number, total: number) => void;
}

/**
 * Writes the items that differ from SQL or changed at or after `since`.
 * @returns number of items written
 */
const catchUp = async (
  deps: ReindexDeps,
  index: SearchIndex,
  since: string,
  progress: Progress,
  signal?: AbortSignal,
): Promise<number> => {
  const { db } = deps;
  const work: { accountId: number; itemIds: number[]; chunks: number }[] = [];
  for (const accountId of await accountIds(db)) {
    const expected = await chunkCounts(db, accountId);
    const indexed = await index.chunkCounts(accountId);
    const changed = new Set(await itemsChangedSince(db, accountId, since));
    const extra = [...indexed.keys()].filter((id) => !expected.has(id));
    if (extra.length > 0) await index.removeItems(accountId, extra);
    const due = [...expected].filter(([id, count]) => indexed.get(id) !== count || changed.has(id));
    for (let start = 0; start < due.length; start += BATCH_ITEMS) {
      const batch = due.slice(start, start + BATCH_ITEMS);
      const chunks = batch.reduce((sum, [, count]) => sum + count, 0);
      work.push({ accountId, itemIds: batch.map(([id]) => id), chunks });
    }
  }
  const total = progress.done + work.reduce((sum, { chunks }) => sum + chunks, 0);
  for (const [i, { accountId, itemIds, chunks }] of work.entries()) {
    if (signal?.aborted) throw new Error('Stopped. Run `lectern reindex` again to continue.');
    await writeItemsToIndex(deps, index, accountId, itemIds);
    progress.report?.((progress.done += chunks), total);
    if ((i + 1) % BATCHES_BETWEEN_MAINTENANCE === 0) await index.maintain();
  }
  return work.reduce((sum, { itemIds }) => sum + itemIds.length, 0);
};

/** After the switch: processes changes of the last round again, checks searches, and drops the old version. */
const catchUpAfterSwitch = async (db: Db, clock: Clock, since: string): Promise<void> => {
  for (const accountId of await accountIds(db)) {
    const changed = (await itemsChangedSince(db, accountId, since)).map((itemId) => ({ itemId }));
    // Each of the two jobs skips the items that are for the other.
    await enqueueMany(db, clock, accountId, 'processItem', changed);
    await enqueueMany(db, clock, accountId, 'removeItem', changed);
    await enqueue(db, clock, accountId, 'maintainIndex', {}, { delayMs: DROP_DELAY_MS });
    await enqueueChecks(db, clock, accountId, CHECK_DELAY_MS);
  }
};

const accountIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('account').select('id').orderBy('id').execute()).map(({ id }) => id);
