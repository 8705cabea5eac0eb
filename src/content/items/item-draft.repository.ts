/** Pending changes of items in SQL: at most one row per item, and a flag of the item. */
import { existingIds, deleteWhere, rowsWhere } from '../../platform/db/rows.js';
import type { Db } from '../../platform/db/dialect.js';
import type { SaveConditions } from '../../platform/db/save-conditions.js';
import type { Row } from '../../platform/db/tables.js';
import { listNames, type ListName } from './item-links.repository.js';
import { linkedIds, apiValueOf } from './item-revisions.repository.js';
import type { ItemChanges } from './item.schema.js';

export const findPendingChanges = (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<Row<'itemDraft'> | undefined> =>
  rowsWhere(db, 'itemDraft', { accountId, itemId }).selectAll().executeTakeFirst();

/** Does not change the flag of the item. */
export const deletePendingChanges = (trx: Db, accountId: number, itemId: number): Promise<void> =>
  deleteDrafts(trx, accountId, [itemId]);

export const deleteDrafts = async (trx: Db, accountId: number, itemIds: readonly number[]): Promise<void> => {
  if (itemIds.length > 0)
    await deleteWhere(trx, 'itemDraft', { accountId }).where('itemId', 'in', itemIds).execute();
};

/** What the fields of the changes are in the item now; for speakers and topics, their ids. */
export const currentValues = async (
  db: Db,
  item: Row<'item'>,
  changes: ItemChanges,
): Promise<Record<string, unknown>> => {
  const values: Record<string, unknown> = {};
  for (const field of Object.keys(changes))
    values[field] =
      field === 'speakers' || field === 'topics'
        ? await existingLinks(db, item, field)
        : apiValueOf(item, field);
  return values;
};

/** The item with the speakers and topics that `_base` names, as the caller sees them. */
export const comparedItem = async (
  trx: Db,
  item: Row<'item'>,
  { base }: SaveConditions = {},
): Promise<Row<'item'> & { speakers?: { id: number }[]; topics?: { id: number }[] }> => {
  const record: Awaited<ReturnType<typeof comparedItem>> = { ...item };
  for (const name of listNames)
    if (base && Object.hasOwn(base.values, name))
      record[name] = (await existingLinks(trx, item, name)).map((id) => ({ id }));
  return record;
};

/** Without deleted ones, which the item does not show. */
const existingLinks = async (db: Db, item: Row<'item'>, field: ListName): Promise<number[]> => {
  const ids = await linkedIds(db, item, field);
  const existing = await existingIds(db, field === 'speakers' ? 'speaker' : 'topic', item.accountId, ids);
  return ids.filter((id) => existing.has(id));
};
