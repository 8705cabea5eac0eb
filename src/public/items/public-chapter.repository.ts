/** Chapters that the public sees: those of its living media that are not hidden. */
import { isHiddenChapter } from '../../content/items/visibility.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';

/** Of one item, whose publicity the caller has seen to: by media asset and time. */
export const visibleChapters = async (db: Db, accountId: number, itemId: number): Promise<Row<'chapter'>[]> =>
  (await visibleChaptersOf(db, accountId, [itemId])).get(itemId) ?? [];

/** The same of several items, by item. */
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
