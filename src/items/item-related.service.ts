/** What is near an item by content, whatever its state: for staff. */
import type { Db } from '../db/dialect.js';
import { findRow, rowsById } from '../db/rows.js';
import { notFound } from '../lib/errors.js';
import type { Finder } from '../search/finder.js';
import { toItem, type ItemRecord } from './item.record.js';

export type RelatedItemService = ReturnType<typeof createRelatedItemService>;

export const createRelatedItemService = ({ db, finder }: { db: Db; finder: Finder }) => ({
  /** Processed items of the account, nearest first; none while the search index is away. @throws NotFoundError */
  related: async (accountId: number, itemId: number, limit: number): Promise<ItemRecord[]> => {
    if (!(await findRow(db, 'item', accountId, itemId))) throw notFound();
    const ids = await finder.related(itemId, { accountId, publishedOnly: false }, limit);
    const rows = await rowsById(db, 'item', accountId, ids);
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [toItem(row)] : [];
    });
  },
});
