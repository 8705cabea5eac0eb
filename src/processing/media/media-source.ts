/** The media asset that a job works on, and whether it still exists. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { findRow, lockRow, updateRow, updateWhere, rowsWhere } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import { postponed, type JobOutcome } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import { blobKeyOf } from '../../platform/storage/blob-key.js';
import { syncDuration } from '../../content/media/media-duration.repository.js';
import { renditionKeys } from '../../content/media/media-asset.repository.js';

export interface MediaSource {
  asset: Row<'mediaAsset'>;
  blobKey: string;
}

/** The asset with its file; undefined if the asset, its item or its file is gone, or the file is unusable. */
export const findSource = async (db: Db, accountId: number, id: number): Promise<MediaSource | undefined> => {
  const asset = await findRow(db, 'mediaAsset', accountId, id);
  const blobKey = blobKeyOf(asset?.url ?? null);
  if (!asset || !blobKey || asset.status !== 'ready') return undefined;
  return (await findRow(db, 'item', accountId, asset.itemId)) ? { asset, blobKey } : undefined;
};

/**
 * Stores the results in the asset, even if it was deleted in the meantime, because it may be restored. If it was purged
 * or its file replaced, the new files are removed instead.
 */
export const completeAsset = (
  db: Db,
  clock: Clock,
  { asset: { accountId, itemId, id }, blobKey }: MediaSource,
  values: Partial<NewRow<'mediaAsset'>>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockRow(trx, 'item', accountId, itemId);
    const query = rowsWhere(trx, 'mediaAsset', { accountId, id }).select(['url', 'deletedDate']);
    const current = await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirst();
    if (current && blobKeyOf(current.url) === blobKey) {
      await updateRow(trx, 'mediaAsset', accountId, id, values);
      if (current.deletedDate === null) await syncDuration(trx, clock, accountId, itemId);
    } else {
      const keys = await renditionKeys(trx, accountId, blobKey);
      await enqueueMany(
        trx,
        clock,
        accountId,
        'removeBlob',
        keys.map((key) => ({ blobKey: key })),
      );
    }
  });

/** Has a deleted asset examined again once it is restored, because its renditions are not complete. */
export const examineIfRestored = async (db: Db, accountId: number, id: number): Promise<void> => {
  await updateWhere(db, 'mediaAsset', { accountId, id, status: 'ready' })
    .set({ status: 'uploaded' })
    .where('deletedDate', 'is not', null)
    .where('url', 'is not', null)
    .execute();
};

/**
 * Runs `work` until it is done or there is nothing left to work on.
 * @param isGone checked every two seconds
 * @param work receives a signal that aborts when `isGone` returns true or `stopping` aborts
 * @param onGone called when the work ended because of `isGone`
 * @returns the outcome of the job; `postponed` while the process stops
 */
export const runUnlessDeleted = async (
  stopping: AbortSignal,
  isGone: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
  onGone?: () => Promise<void>,
): Promise<JobOutcome> => {
  const gone = new AbortController();
  const timer = setInterval(() => {
    isGone().then(
      (is) => is && gone.abort(),
      () => undefined,
    );
  }, WATCH_MS);
  const signal = AbortSignal.any([stopping, gone.signal]);
  try {
    await work(signal);
    return undefined;
  } catch (error) {
    if (!signal.aborted) throw error;
    if (stopping.aborted) return postponed;
    await onGone?.();
    return undefined;
  } finally {
    clearInterval(timer);
  }
};

const WATCH_MS = 2_000;
