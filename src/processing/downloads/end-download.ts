/** Ends the download of an episode. */
import { countRecord, lockJob } from '../../platform/account-jobs/account-job.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { lockRow, updateRow, updateWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { AppError, messageOf } from '../../platform/lib/errors.js';
import { applyEvent } from '../../content/items/item-status.repository.js';
import type { FileStores } from '../media/store-file.js';

export type Episode = Row<'importedEpisode'>;

/** Queues the item for processing, unless its transcript has done so, and counts the download. */
export const finishEpisode = (
  { db, clock }: Pick<FileStores, 'db' | 'clock'>,
  episode: Episode,
  note: string | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, itemId } = episode;
    if (!(await settle(trx, clock, episode, 'done', note))) return;
    if (!(await lockRow(trx, 'item', accountId, itemId))) return;
    if (await applyEvent(trx, clock, accountId, itemId, 'process', { wizardStep: 'processing' }))
      await enqueue(trx, clock, accountId, 'processItem', { itemId });
  });

/** The media asset shows why there is no file. */
export const failEpisode = (
  { db, clock }: Pick<FileStores, 'db' | 'clock'>,
  episode: Episode,
  error: unknown,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { accountId, mediaAssetId } = episode;
    const message = messageOf(error);
    const type = error instanceof AppError ? error.type : 'DownloadError';
    if (!(await settle(trx, clock, episode, 'failed', message, type))) return;
    const asset = await lockRow(trx, 'mediaAsset', accountId, mediaAssetId);
    if (asset?.status === 'created')
      await updateRow(trx, 'mediaAsset', accountId, mediaAssetId, { status: 'error', errorMessage: message });
  });

export const cancelEpisode = (
  { db, clock }: Pick<FileStores, 'db' | 'clock'>,
  episode: Episode,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await settle(trx, clock, episode, 'cancelled', null);
  });

/** @returns false if the download has ended before */
const settle = async (
  trx: Db,
  clock: Clock,
  { accountId, id, itemId, accountJobId }: Episode,
  status: 'done' | 'failed' | 'cancelled',
  errorMessage: string | null,
  errorType = '',
): Promise<boolean> => {
  const job = accountJobId === null ? undefined : await lockJob(trx, accountId, accountJobId);
  const { numUpdatedRows } = await updateWhere(trx, 'importedEpisode', { accountId, id, status: 'waiting' })
    .set({ status, errorMessage, finishedDate: isoTime(clock) })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (job?.finishedDate === null && status !== 'cancelled')
    await countRecord(
      trx,
      clock,
      job,
      status === 'failed'
        ? { error: { id: itemId, type: errorType, message: errorMessage ?? '' } }
        : undefined,
    );
  return true;
};
