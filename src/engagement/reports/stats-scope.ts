/** What a report is about: the days and the items that its query names. */
import type { ItemFilter, Range } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { rangeOf, type FilterQuery, type StatsQuery } from './stats-query.js';
import { filteredItemIds } from './stats.repository.js';

export interface StatsScope {
  accountId: number;
  range: Range;
  /** Null: the whole account. */
  filter: ItemFilter | null;
}

/** @throws BadRequestError for days that cannot be */
export const statsScope = async (
  { db, clock }: { db: Db; clock: Clock },
  account: Account,
  query: StatsQuery,
): Promise<StatsScope> => ({
  accountId: account.id,
  range: rangeOf(query, account, clock),
  filter: await itemFilter(db, account.id, query),
});

/** Ids that name nothing in the account match nothing. */
const itemFilter = async (db: Db, accountId: number, query: FilterQuery): Promise<ItemFilter | null> => {
  const { collectionId, seriesId, speakerId, itemId } = query;
  if ([collectionId, seriesId, speakerId, itemId].every((id) => id === undefined)) return null;
  const itemIds = await filteredItemIds(db, accountId, query);
  const whole = speakerId === undefined && itemId === undefined;
  return { itemIds, ...(whole && { pagesOf: { collectionId, seriesId } }) };
};
