/** Which of the scriptures that are accepted becomes the item's key verse. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows } from '../../platform/db/rows.js';

/**
 * The one of `ids` that was proposed as the key verse; undefined where none was, or the item has one. The item must be
 * locked.
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
