/** The scope of a report: the period and items that its query selects. */
import type { ItemFilter, DateRange, VisitFilter } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { rangeOf, visitFilterOf, type FilterQuery, type StatsQuery } from './stats-query.js';
import { filteredItemIds } from './stats.repository.js';

export interface StatsScope {
  accountId: number;
  range: DateRange;
  /** Null: the whole account. */
  filter: ItemFilter | null;
  /** Null: all visitors. */
  visits: VisitFilter | null;
}

/** @throws {AppError} BadRequestError when the period is invalid */
export const statsScope = async (
  { db, clock }: { db: Db; clock: Clock },
  account: Account,
  query: StatsQuery,
): Promise<StatsScope> => ({
  accountId: account.id,
  range: rangeOf(query, account, clock),
  filter: await itemFilter(db, account.id, query),
  visits: visitFilterOf(query),
});

/** Ids that do not exist in the account match nothing. */
export const itemFilter = async (
  db: Db,
  accountId: number,
  query: FilterQuery,
): Promise<ItemFilter | null> => {
  const { collectionId, seriesId, speakerId, itemId } = query;
  if ([collectionId, seriesId, speakerId, itemId].every((id) => id === undefined)) return null;
  const itemIds = await filteredItemIds(db, accountId, query);
  const whole = speakerId === undefined && itemId === undefined;
  return { itemIds, ...(whole && { pagesOf: { collectionId, seriesId } }) };
};
