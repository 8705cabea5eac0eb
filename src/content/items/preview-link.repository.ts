/** Preview links in SQL. Only hashes of their secrets are stored. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { deleteWhere, updateWhere, rowsWhere, countRows } from '../../platform/db/rows.js';

export const countPreviewLinks = (db: Db, accountId: number, itemId: number): Promise<number> =>
  countRows(rowsWhere(db, 'previewLink', { accountId, itemId }));

/** The link with this secret, unless it has expired. */
export const findPreviewLink = (
  db: Db,
  accountId: number,
  secretHash: string,
  now: string,
): Promise<Row<'previewLink'> | undefined> =>
  rowsWhere(db, 'previewLink', { accountId, secretHash })
    .selectAll()
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Stores the minute in which a link was used; later uses in this minute change nothing. */
export const markUsed = async (
  db: Db,
  { accountId, id }: Row<'previewLink'>,
  minute: string,
): Promise<void> => {
  await updateWhere(db, 'previewLink', { accountId, id })
    .set({ lastUsedAt: minute })
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', minute)]))
    .execute();
};

/** Ends the links of items. */
export const deletePreviewLinks = async (
  trx: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  if (itemIds.length > 0)
    await deleteWhere(trx, 'previewLink', { accountId }).where('itemId', 'in', itemIds).execute();
};

/** Deletes the expired links of all accounts. */
export const deleteExpiredPreviewLinks = async (db: Db, now: string): Promise<void> => {
  await db.deleteFrom('previewLink').where('expiresAt', '<=', now).execute();
};
