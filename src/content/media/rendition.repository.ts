/** The files that were made of a media file, by their keys. */
import type { Db } from '../../platform/db/dialect.js';
import { enqueueMany, type EnqueueOptions } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';

/** All files beside the one with this key. */
export const renditionKeys = async (db: Db, accountId: number, blobKey: string): Promise<string[]> => {
  const folder = blobKey.slice(0, blobKey.lastIndexOf('/'));
  const rows = await db
    .selectFrom('storedFile')
    .select('blobKey')
    .where('accountId', '=', accountId)
    // `0` follows `/`: the range is all that starts with the folder.
    .where('blobKey', '>', `${folder}/`)
    .where('blobKey', '<', `${folder}0`)
    .where('blobKey', '!=', blobKey)
    .execute();
  return rows.map((row) => row.blobKey);
};

/** Has the file removed, and what was made of it. */
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
