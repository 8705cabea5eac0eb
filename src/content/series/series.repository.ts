/** Series in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, rowsById, findsRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Series } from './series.schema.js';

/** Adds the requested expansions, with one query per expansion for any number of rows. */
export const completeSeries = async (
  db: Db,
  accountId: number,
  rows: Row<'series'>[],
  expand: readonly string[],
): Promise<Series[]> => {
  const collectionIds = rows.map(({ collectionId }) => collectionId);
  const [collections, items] = await Promise.all([
    expand.includes('collection') ? rowsById(db, 'collection', accountId, collectionIds, true) : null,
    expand.includes('items') ? itemsOfSeries(db, accountId, rows) : null,
  ]);
  return rows.map((row) =>
    Object.assign(
      row,
      collections && { collection: collections.get(row.collectionId) ?? null },
      items && { items: items.get(row.id) ?? [] },
    ),
  );
};

/** Items by series, sorted by order and then date in the series' direction; items without an order come last. */
const itemsOfSeries = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'series'>[],
): Promise<Map<number, Row<'item'>[]>> => {
  if (rows.length === 0) return new Map();
  const items = await itemsOf(
    db,
    accountId,
    rows.map(({ id }) => id),
  )
    .selectAll()
    .orderBy('orderInSeries')
    .orderBy('date')
    .orderBy('id')
    .execute();
  const groups = groupBy(items, ({ seriesId }) => seriesId ?? 0);
  for (const { id, itemSortDirection } of rows) {
    const group = groups.get(id) ?? [];
    if (itemSortDirection === 'DESC') group.reverse();
    const ordered = group.filter(({ orderInSeries }) => orderInSeries !== null);
    groups.set(id, [...ordered, ...group.filter(({ orderInSeries }) => orderInSeries === null)]);
  }
  return groups;
};

const itemsOf = (db: Db, accountId: number, seriesIds: readonly number[]) =>
  existingRows(db, 'item', accountId).where('seriesId', 'in', seriesIds);

/** Whether the series has items that are not deleted. */
export const seriesInUse = (db: Db, accountId: number, seriesId: number): Promise<boolean> =>
  findsRow(itemsOf(db, accountId, [seriesId]));
