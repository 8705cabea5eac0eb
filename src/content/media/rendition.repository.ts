/** Finds and removes the renditions of a media file by their keys. */
import type { Db } from '../../platform/db/dialect.js';
import { enqueueMany, type EnqueueOptions } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';

/** Keys of all files beside this one. */
export const renditionKeys = async (db: Db, accountId: number, blobKey: string): Promise<string[]> => {
  const folder = blobKey.slice(0, blobKey.lastIndexOf('/'));
  const rows = await db
    .selectFrom('storedFile')
    .select('blobKey')
    .where('accountId', '=', accountId)
    // `0` follows `/` in ASCII, so the range contains everything in the folder.
    .where('blobKey', '>', `${folder}/`)
    .where('blobKey', '<', `${folder}0`)
    .where('blobKey', '!=', blobKey)
    .execute();
  return rows.map((row) => row.blobKey);
};

/** Enqueues the removal of the file and its renditions. */
export const removeWithRenditions = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  blobKey: string,
  options?: EnqueueOptions,
): Promise<void> => {
  const keys = [blobKey, ...(await renditionKeys(trx, accountId, blobKey))];
  const jobs = keys.map((key) => ({ blobKey: key }));
  await enqueueMany(trx, clock, accountId, 'removeBlob', jobs, options);
};
