/** Collections in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, insertRow, findsRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Collection } from './collection.schema.js';

/** Adds the requested expansions, with one query per expansion for any number of rows. */
export const completeCollections = async (
  db: Db,
  accountId: number,
  rows: Row<'collection'>[],
  expand: readonly string[],
): Promise<Collection[]> => {
  const ids = rows.map(({ id }) => id);
  const within = async <T extends 'item' | 'series' | 'variantType'>(
    table: T,
    name: string,
    order: string,
  ) => {
    if (!expand.includes(name) || ids.length === 0) return null;
    const children = await existingRows(db, table as 'item', accountId)
      .selectAll()
      .where('collectionId', 'in', ids)
      .orderBy(order as 'id')
      .orderBy('id')
      .execute();
    return groupBy(
      children as unknown as (Row<T> & { collectionId: number })[],
      ({ collectionId }) => collectionId,
    );
  };
  const [items, series, variantTypes] = await Promise.all([
    within('item', 'items', 'date'),
    within('series', 'series', 'sortOrder'),
    within('variantType', 'variantTypes', 'displayOrder'),
  ]);
  return rows.map((row) =>
    Object.assign(
      row,
      items && { items: items.get(row.id) ?? [] },
      series && { series: series.get(row.id) ?? [] },
      variantTypes && { variantTypes: variantTypes.get(row.id) ?? [] },
    ),
  );
};

/** The two variant types of every new collection. */
export const insertDefaultVariantTypes = async (
  db: Db,
  accountId: number,
  collectionId: number,
): Promise<void> => {
  const defaults = [
    { name: 'Full video', contentType: 'video' },
    { name: 'Audio', contentType: 'audio' },
  ];
  for (const [position, variant] of defaults.entries()) {
    await insertRow(db, 'variantType', {
      accountId,
      collectionId,
      ...variant,
      indexable: 1,
      displayOrder: position + 1,
      deletedDate: null,
    });
  }
};

/** Whether the collection has items or series that are not deleted. */
export const collectionInUse = async (db: Db, accountId: number, collectionId: number): Promise<boolean> => {
  for (const table of ['item', 'series'] as const)
    if (await findsRow(existingRows(db, table, accountId, { collectionId }))) return true;
  return false;
};
