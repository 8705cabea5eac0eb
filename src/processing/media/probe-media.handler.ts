/** Job: examines an uploaded media file. The asset becomes ready with its measurements, or gets an error message. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, lockRow, updateRow } from '../../platform/db/rows.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Job, JobHandler } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import { AppError, isStoreDown, messageOf } from '../../platform/lib/errors.js';
import { blobKeyOf } from '../../platform/storage/blob-key.js';
import { storeMediaChapters, type MediaChapter } from '../../content/chapters/media-chapters.js';
import { applyEvent } from '../../content/items/item-status.repository.js';
import { syncDuration } from '../../content/media/media-duration.repository.js';
import type { MediaFacts } from './media-facts.js';
import { problemOf, unreadable } from './media-problem.js';
import type { MediaProbe } from './media-probe.js';

interface Deps {
  db: Db;
  clock: Clock;
  probe: Pick<MediaProbe, 'probe'>;
  /** Called in the transaction that sets the asset's final status. The item is locked. */
  onProbed(trx: Db, asset: Row<'mediaAsset'>): Promise<void>;
  /** Called before `onProbed` if the file replaced another one. */
  onReplaced(trx: Db, asset: Row<'mediaAsset'>): Promise<void>;
}

type ProbeJob = Job<'probeMedia'>;

/** The bit rate of a replaced file is unknown until it is examined. */
const isPending = ({ status, bitrate }: Row<'mediaAsset'>, { payload }: ProbeJob): boolean =>
  status === 'uploaded' ||
  status === 'processing' ||
  (payload.replaces === true && status === 'ready' && bitrate === null);

export const probeMediaHandler = ({
  db,
  clock,
  probe,
  onProbed,
  onReplaced,
}: Deps): JobHandler<'probeMedia'> => {
  const examine = async (job: ProbeJob): Promise<void> => {
    const { accountId, payload } = job;
    const { mediaAssetId } = payload;
    const asset = await findRow(db, 'mediaAsset', accountId, mediaAssetId);
    const blobKey = blobKeyOf(asset?.url ?? null);
    if (!asset || !blobKey || !isPending(asset, job)) return;
    if (asset.status !== 'ready')
      await updateRow(db, 'mediaAsset', accountId, mediaAssetId, { status: 'processing' });
    const facts = await probe.probe(accountId, blobKey, asset.fileSizeBytes ?? 0);
    const problem = problemOf(asset, facts);
    await settle(
      job,
      asset,
      problem === undefined
        ? { ...measuresOf(facts), status: 'ready', errorMessage: null }
        : { status: 'error', errorMessage: problem },
      problem === undefined ? facts.chapters : [],
    );
  };

  /** Does nothing if the examined file has been replaced since: the new one has its own job. */
  const settle = (
    job: ProbeJob,
    { id, accountId, url }: Row<'mediaAsset'>,
    values: Partial<NewRow<'mediaAsset'>>,
    chapters: readonly MediaChapter[] = [],
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const known = await findRow(trx, 'mediaAsset', accountId, id);
      if (!known) return;
      // Locks the item first, as everywhere.
      const item = await lockRow(trx, 'item', accountId, known.itemId);
      const locked = await lockRow(trx, 'mediaAsset', accountId, id);
      if (!locked || locked.url !== url || !isPending(locked, job)) return;
      const asset = (await updateRow(trx, 'mediaAsset', accountId, id, values)) ?? locked;
      await storeMediaChapters(trx, asset, chapters);
      await syncDuration(trx, clock, accountId, known.itemId);
      const { errorMessage } = asset;
      // An item that is being processed learns of the problem in its step `probe`.
      if (item?.status === 'draft' && errorMessage !== null)
        await applyEvent(trx, clock, accountId, item.id, 'needAction', { errorMessage });
      if (locked.status === 'ready') await onReplaced(trx, asset);
      await onProbed(trx, asset);
      if (locked.status === 'ready') await processAgain(trx, locked);
    });

  /** The item's recording has changed, so it is processed again. A public item stays public. */
  const processAgain = async (trx: Db, { accountId, itemId }: Row<'mediaAsset'>): Promise<void> => {
    if (await applyEvent(trx, clock, accountId, itemId, 'process'))
      await enqueue(trx, clock, accountId, 'processItem', { itemId });
  };

  return {
    batchSize: 1,
    // Two threads examine files; other jobs may wait for the store in the meantime.
    limit: { total: 4, perAccount: 2 },
    run: async (jobs) => {
      for (const job of jobs) await examine(job);
      return [];
    },
    onDead: async (job: ProbeJob, error) => {
      const asset = await findRow(db, 'mediaAsset', job.accountId, job.payload.mediaAssetId);
      if (!asset) return;
      const isTooMuch = error instanceof AppError && error.details?.[0];
      const reason = isTooMuch
        ? `it ${isTooMuch.message}`
        : isStoreDown(error)
          ? error.message
          : messageOf(error);
      await settle(job, asset, { status: 'error', errorMessage: unreadable(asset, reason) });
    },
  };
};

/** Measurements found in the file. Others keep their declared values. */
const measuresOf = ({ durationSecs, bitrate, videoWidth, videoHeight }: MediaFacts) =>
  Object.fromEntries(
    Object.entries({ durationSecs, bitrate, videoWidth, videoHeight }).filter(([, value]) => value !== null),
  );
