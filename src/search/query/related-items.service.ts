/** Items with similar content in any state, for staff. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, rowsById } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import { notFound } from '../../platform/lib/errors.js';
import type { SearchService } from './search.service.js';
import type { ItemRecord } from '../../content/items/item.record.js';

export type RelatedItemService = ReturnType<typeof createRelatedItemService>;

/** Every item is somewhat similar to every other, so only the closest are returned. */
export const MAX_RELATED = 50;

export const createRelatedItemService = ({
  db,
  searchService,
}: {
  db: Db;
  searchService: SearchService;
}) => ({
  /**
   * The most similar processed items of the account, at most `MAX_RELATED`; none while the search engine is down.
   * @throws {NotFoundError}
   */
  related: async ({ accountId }: Caller, itemId: number): Promise<ItemRecord[]> => {
    if (!(await findRow(db, 'item', accountId, itemId))) throw notFound();
    const ids = (await searchService.related(itemId, { accountId, publishedOnly: false }, MAX_RELATED)) ?? [];
    const rows = await rowsById(db, 'item', accountId, ids);
    return ids.flatMap((id) => rows.get(id) ?? []);
  },
});
