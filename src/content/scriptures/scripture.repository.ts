/** Scriptures in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import { findRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { scriptureList } from './scripture.schema.js';

export const listScriptures = (
  db: Db,
  accountId: number,
  params: ListParams,
): Promise<Page<Row<'scripture'>>> => listPage(db, scriptureList, accountId, params);

/** The scripture, or undefined where it or its item is deleted (both found with `withDeleted`). */
export const findScripture = async (
  db: Db,
  accountId: number,
  id: number,
  withDeleted: boolean,
): Promise<Row<'scripture'> | undefined> => {
  const row = await findRow(db, 'scripture', accountId, id, withDeleted);
  return row && (await findRow(db, 'item', accountId, row.itemId, withDeleted)) && row;
};
