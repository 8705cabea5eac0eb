/** The chapters of an item for a public page. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { chaptersOfOne } from './playable.js';
import { publicItems } from '../../content/items/visibility.js';
import { notFound } from '../../platform/lib/errors.js';
import { visibleChapters } from './public-chapter.repository.js';

export type PublicChapterService = ReturnType<typeof createPublicChapterService>;

export const createPublicChapterService = ({ db }: { db: Db }) => ({
  /**
   * By time: of the indexed media asset if it has any, otherwise of the first that has some.
   * @throws {NotFoundError} when the item is not public
   */
  list: async (accountId: number, itemId: number): Promise<Row<'chapter'>[]> => {
    const item = await publicItems(db, accountId)
      .select('item.indexedMediaAssetId')
      .where('item.id', '=', itemId)
      .executeTakeFirst();
    if (!item) throw notFound('No such item');
    return chaptersOfOne(await visibleChapters(db, accountId, itemId), item.indexedMediaAssetId ?? undefined);
  },
});
