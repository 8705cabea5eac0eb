/** Creates series, for the API and for imports. */
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, existingRows, insertRow } from '../../platform/db/rows.js';
import { assertSlugAvailable, uniqueSlug } from '../../platform/db/slugs.js';
import type { NewRow, Row } from '../../platform/db/tables.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, unknownId } from '../../platform/lib/errors.js';
import { slugify } from '../../platform/lib/slug.js';

type SeriesColumns = Partial<NewRow<'series'>> & Pick<NewRow<'series'>, 'title' | 'collectionId'>;

/**
 * Creates a series, at the end of its collection unless `sortOrder` is given.
 * @throws {ValidationError} when the collection does not exist
 * @throws {ConflictError} when the requested slug is taken
 */
export const createSeries = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  { urlSlug, ...columns }: SeriesColumns,
): Promise<Row<'series'>> => {
  const { accountId } = caller;
  const { collectionId, title } = columns;
  await requireCollection(trx, accountId, collectionId);
  if (urlSlug) await assertSlugAvailable(trx, 'series', accountId, collectionId, urlSlug);
  const now = isoTime(clock);
  return insertRow(trx, 'series', {
    itemSortDirection: 'DESC',
    showItemOrderInSeries: 1,
    ...columns,
    accountId,
    // Locks the collection, so that two new series do not get the same position.
    urlSlug: urlSlug ?? (await uniqueSlug(trx, 'series', accountId, collectionId, slugify(title))),
    sortOrder: columns.sortOrder ?? (await nextSortOrder(trx, accountId, collectionId)),
    entryDate: now,
    updatedDate: now,
    createdBy: authorOf(caller),
    updatedBy: authorOf(caller),
  });
};

/** @throws {ValidationError} when the collection does not exist */
export const requireCollection = async (trx: Db, accountId: number, collectionId: number): Promise<void> => {
  const { size } = await existingIds(trx, 'collection', accountId, [collectionId]);
  if (size === 0) throw invalid([unknownId('collectionId')]);
};

const nextSortOrder = async (trx: Db, accountId: number, collectionId: number): Promise<number> => {
  const row = await existingRows(trx, 'series', accountId, { collectionId })
    .select((eb) => eb.fn.max('sortOrder').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
};
