/** Revisions of transcripts in SQL: the last former versions per item, with their segments. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';

/** Maximum number per item. */
const MAX_REVISIONS = 20;
/** Maximum total size per item; the last revision is kept whatever its size. */
const MAX_REVISION_BYTES = 64 * 1024 * 1024;

/**
 * Stores the item's transcripts that are about to be replaced or removed as revisions, and deletes the oldest
 * ones. The segments are copied inside the database.
 */
export const keepRevisions = async (
  trx: Db,
  now: string,
  accountId: number,
  itemId: number,
  transcriptIds: readonly number[],
): Promise<void> => {
  for (const id of transcriptIds) {
    const revision = await trx
      .insertInto('transcriptRevision')
      .columns([
        ...(['accountId', 'itemId', 'mediaAssetId', 'sizeBytes', 'endMs'] as const),
        ...(['language', 'contentHash', 'entryDate', 'replacedDate'] as const),
      ])
      .expression(({ selectFrom }) =>
        selectFrom('transcript')
          .select([
            'accountId',
            'itemId',
            'mediaAssetId',
            sql<number>`octet_length("segments")`.as('sizeBytes'),
          ])
          .select(['endMs', 'language', 'contentHash', 'updatedDate', sql<string>`${now}`.as('now')])
          .where('accountId', '=', accountId)
          .where('itemId', '=', itemId)
          .where('id', '=', id),
      )
      .returning('id')
      .executeTakeFirst();
    if (!revision) continue;
    await trx
      .insertInto('transcriptRevisionText')
      .columns(['accountId', 'revisionId', 'segments'])
      .expression(({ selectFrom }) =>
        selectFrom('transcript')
          .select(['accountId', sql<number>`cast(${revision.id} as integer)`.as('revisionId'), 'segments'])
          .where('accountId', '=', accountId)
          .where('id', '=', id),
      )
      .execute();
  }
  if (transcriptIds.length > 0) await removeOldest(trx, accountId, itemId);
};

const removeOldest = async (trx: Db, accountId: number, itemId: number): Promise<void> => {
  const rows = await trx
    .selectFrom('transcriptRevision')
    .select(['id', 'sizeBytes'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .orderBy('id', 'desc')
    .execute();
  let bytes = 0;
  const old = rows.filter(({ sizeBytes }, i) => {
    bytes += sizeBytes;
    return i >= MAX_REVISIONS || (i > 0 && bytes > MAX_REVISION_BYTES);
  });
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  await trx
    .deleteFrom('transcriptRevisionText')
    .where('accountId', '=', accountId)
    .where('revisionId', 'in', ids)
    .execute();
  await trx
    .deleteFrom('transcriptRevision')
    .where('accountId', '=', accountId)
    .where('id', 'in', ids)
    .execute();
};

/** The revision with its segments; undefined if the item has none with this id. */
export const findRevision = (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
): Promise<(Row<'transcriptRevision'> & { segments: string }) | undefined> =>
  db
    .selectFrom('transcriptRevision')
    .innerJoin('transcriptRevisionText', 'transcriptRevisionText.revisionId', 'transcriptRevision.id')
    .selectAll('transcriptRevision')
    .select('transcriptRevisionText.segments')
    .where('transcriptRevision.accountId', '=', accountId)
    .where('transcriptRevision.itemId', '=', itemId)
    .where('transcriptRevision.id', '=', id)
    .executeTakeFirst();
