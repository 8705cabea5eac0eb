/** Resources of items in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { ResourceRecord } from '../records/resource.record.js';

/** The item's resource, or undefined where it or the item is deleted (both found with `withDeleted`). */
export const findResource = async (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
  withDeleted = false,
): Promise<Row<'resource'> | undefined> => {
  const [item, row] = await Promise.all([
    findRow(db, 'item', accountId, itemId, withDeleted),
    findRow(db, 'resource', accountId, id, withDeleted),
  ]);
  return item && row?.itemId === itemId ? row : undefined;
};

/** Adds their types, read in one query. */
export const completeResources = async (
  db: Db,
  accountId: number,
  rows: Row<'resource'>[],
): Promise<ResourceRecord[]> => {
  const types = await rowsById(
    db,
    'resourceType',
    accountId,
    rows.map(({ resourceTypeId }) => resourceTypeId),
  );
  return rows.map((row) => Object.assign(row, { resourceType: types.get(row.resourceTypeId ?? 0) ?? null }));
};
