/** Revisions of transcripts in SQL: the last former versions per item. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, rowsWhere, deleteWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { notFound } from '../../platform/lib/errors.js';
import { releaseTexts } from './transcript-text.repository.js';

/** Maximum number per item. */
const MAX_REVISIONS = 20;
/** Maximum total size per item; the last revision is kept whatever its size. */
const MAX_REVISION_BYTES = 64 * 1024 * 1024;

/** Stores the item's transcripts that are about to be replaced or removed as revisions, and deletes the oldest ones. */
export const keepRevisions = async (
  trx: Db,
  now: string,
  accountId: number,
  itemId: number,
  transcriptIds: readonly number[],
): Promise<void> => {
  if (transcriptIds.length === 0) return;
  await trx
    .insertInto('transcriptRevision')
    .columns([
      'accountId',
      'itemId',
      'mediaAssetId',
      'textId',
      'sizeBytes',
      'endMs',
      'language',
      'contentHash',
      'entryDate',
      'replacedDate',
    ])
    .expression(({ selectFrom }) =>
      selectFrom('transcript')
        .innerJoin('transcriptText', 'transcriptText.id', 'transcript.textId')
        .select(['transcript.accountId', 'itemId', 'mediaAssetId', 'textId', 'sizeBytes', 'endMs'])
        .select(['language', 'contentHash', 'updatedDate', sql<string>`${now}`.as('now')])
        .where('transcript.accountId', '=', accountId)
        .where('itemId', '=', itemId)
        .where('transcript.id', 'in', transcriptIds)
        .orderBy('transcript.id'),
    )
    .execute();
  await removeOldest(trx, now, accountId, itemId);
};

const removeOldest = async (trx: Db, now: string, accountId: number, itemId: number): Promise<void> => {
  const rows = await rowsWhere(trx, 'transcriptRevision', { accountId, itemId })
    .select(['id', 'textId', 'sizeBytes'])
    .orderBy('id', 'desc')
    .execute();
  let bytes = 0;
  const old = rows.filter(({ sizeBytes }, i) => {
    bytes += sizeBytes;
    return i >= MAX_REVISIONS || (i > 0 && bytes > MAX_REVISION_BYTES);
  });
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  await deleteWhere(trx, 'transcriptRevision', { accountId }).where('id', 'in', ids).execute();
  await releaseTexts(
    trx,
    now,
    accountId,
    old.map(({ textId }) => textId),
  );
};

/** Query for the revisions of one transcript. */
const revisionsOf = (
  db: Db,
  accountId: number,
  { itemId, mediaAssetId }: Pick<Row<'transcriptRevision'>, 'itemId' | 'mediaAssetId'>,
) =>
  rowsWhere(db, 'transcriptRevision', { accountId, itemId })
    .selectAll()
    .where('mediaAssetId', 'is not distinct from', mediaAssetId);

/** The last former version of the transcript of a media asset. */
export const lastRevision = (
  db: Db,
  accountId: number,
  transcript: Pick<Row<'transcriptRevision'>, 'itemId' | 'mediaAssetId'>,
): Promise<Row<'transcriptRevision'> | undefined> =>
  revisionsOf(db, accountId, transcript).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The version that replaced the revision, if it has been replaced as well. */
export const revisionAfter = (
  db: Db,
  revision: Row<'transcriptRevision'>,
): Promise<Row<'transcriptRevision'> | undefined> =>
  revisionsOf(db, revision.accountId, revision)
    .where('id', '>', revision.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** The revision of any item of the account. */
export const revisionById = (
  db: Db,
  accountId: number,
  id: number,
): Promise<Row<'transcriptRevision'> | undefined> =>
  rowsWhere(db, 'transcriptRevision', { accountId, id }).selectAll().executeTakeFirst();

/** @throws {NotFoundError} when the item does not exist, or has no revision with this id */
export const getRevision = async (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
): Promise<Row<'transcriptRevision'>> => {
  const item = await findRow(db, 'item', accountId, itemId);
  const revision = item && (await revisionById(db, accountId, id));
  if (revision?.itemId !== itemId) throw notFound();
  return revision;
};
