/** The files that were made of a media file, by their keys. */
import type { Db } from '../../platform/db/dialect.js';

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
