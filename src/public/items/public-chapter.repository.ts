/** Chapters that the public may see: not hidden, and not of deleted media. */
import { isHiddenChapter } from '../../content/items/visibility.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';

/** Visible chapters of an item, by media asset and time. The caller checks that the item is public. */
export const visibleChapters = async (db: Db, accountId: number, itemId: number): Promise<Row<'chapter'>[]> =>
  (await visibleChaptersOf(db, accountId, [itemId])).get(itemId) ?? [];

/** The same for several items, by item id. */
export const visibleChaptersOf = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Row<'chapter'>[]>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('chapter')
    .innerJoin('mediaAsset', 'mediaAsset.id', 'chapter.mediaAssetId')
    .selectAll('chapter')
    .where('chapter.accountId', '=', accountId)
    .where('chapter.itemId', 'in', itemIds)
    .where('chapter.deletedDate', 'is', null)
    .where('mediaAsset.deletedDate', 'is', null)
    .where(({ not }) => not(isHiddenChapter))
    .orderBy('chapter.mediaAssetId')
    .orderBy('chapter.startMs')
    .orderBy('chapter.id')
    .execute();
  return groupBy(rows, ({ itemId }) => itemId);
};
