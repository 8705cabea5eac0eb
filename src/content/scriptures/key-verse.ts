/** Chooses the item's key verse among accepted scriptures. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';

/**
 * The one of `ids` that was suggested as the key verse; undefined if there is none, or the item already has a key
 * verse. The item must be locked.
 */
export const proposedKeyVerse = async (
  trx: Db,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<number | undefined> => {
  const rows = await existingRows(trx, 'scripture', accountId)
    .select(['id', 'keyVerse', 'suggestedKey'])
    .where('itemId', '=', itemId)
    .execute();
  if (rows.some(({ keyVerse }) => keyVerse === 1)) return undefined;
  return rows.find(({ id, suggestedKey }) => suggestedKey === 1 && ids.includes(id))?.id;
};
