/** Images of speakers in SQL. Several speakers may share a file, which is removed with the last of them. */
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { blobKeyOf } from '../../platform/storage/blob-key.js';
import { rowsWhere } from '../../platform/db/rows.js';

/** Deleted speakers keep their images, because they may be restored. */
const withImage = (db: Db, accountId: number) =>
  rowsWhere(db, 'speaker', { accountId }).select('imageUrl').where('imageUrl', 'is not', null);

/**
 * The stored path of the account's image with this name; null if there is none. It is not removed before the
 * transaction ends.
 */
export const imageNamed = async (
  trx: Db,
  accountId: number,
  filename: string | null,
): Promise<string | null> => {
  if (filename === null) return null;
  const query = withImage(trx, accountId)
    .where('imageFilename', '=', filename)
    .orderBy('updatedDate', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const row = await (isPostgres(trx) ? query.forShare() : query).executeTakeFirst();
  return row?.imageUrl ?? null;
};

/** Names of the images of other speakers. */
export const imageNamesOfOthers = async (
  db: Db,
  accountId: number,
  speakerId: number,
): Promise<Set<string | null>> => {
  const rows = await withImage(db, accountId).select('imageFilename').where('id', '<>', speakerId).execute();
  return new Set(rows.map(({ imageFilename }) => imageFilename));
};

/** Removes the file of the speaker's previous image, unless another speaker uses it. */
export const releaseImage = async (
  trx: Db,
  clock: Clock,
  { accountId, id, imageUrl }: Row<'speaker'>,
): Promise<void> => {
  const blobKey = blobKeyOf(imageUrl);
  if (blobKey === null) return;
  const sharer = await withImage(trx, accountId)
    .where('imageUrl', '=', imageUrl)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  if (!sharer) await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
};
