/** Items with similar content, in any state: for staff. */
import type { Db } from '../../platform/db/dialect.js';
import { findRow, rowsById } from '../../platform/db/rows.js';
import type { Caller } from '../../platform/lib/caller.js';
import { notFound } from '../../platform/lib/errors.js';
import type { SearchService } from './search.service.js';
import type { ItemRecord } from '../../content/records/item.record.js';

export type RelatedItemService = ReturnType<typeof createRelatedItemService>;

export const createRelatedItemService = ({
  db,
  searchService,
}: {
  db: Db;
  searchService: SearchService;
}) => ({
  /**
   * Processed items of the account, nearest first; none while the search engine is down.
   * @throws {NotFoundError}
   */
  related: async ({ accountId }: Caller, itemId: number, limit: number): Promise<ItemRecord[]> => {
    if (!(await findRow(db, 'item', accountId, itemId))) throw notFound();
    const ids = (await searchService.related(itemId, { accountId, publishedOnly: false }, limit)) ?? [];
    const rows = await rowsById(db, 'item', accountId, ids);
    return ids.flatMap((id) => rows.get(id) ?? []);
  },
});
