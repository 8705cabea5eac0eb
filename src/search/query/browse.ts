/** Lists public items without a query: filtered, sorted and paged. */
import { sql, type RawBuilder } from 'kysely';
import type { SearchFilter } from '../../../indexer/index.js';
import { isPostgres, type Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import { filterCondition } from './filter-sql.js';

export const itemOrders = ['date', 'title', 'orderInSeries'] as const;
/** Newest first with undated ones last, alphabetically, or in the order of the series in the filter. */
export type ItemOrder = (typeof itemOrders)[number];

interface BrowseOptions {
  order: ItemOrder;
  limit: number;
  offset: number;
  /** An additional condition. */
  among?: RawBuilder<boolean>;
}

interface Browsed {
  itemIds: number[];
  totalRecords: number;
}

/**
 * Lists the public items that match the filter, which must be `publishedOnly`.
 *
 * The index for SQLite is chosen here, because without statistics it would look up every item of a long date
 * range. These indexes contain only public items, and the columns that filters need.
 */
export const browseItems = async (
  db: Db,
  now: string,
  filter: SearchFilter,
  { order, limit, offset, among }: BrowseOptions,
): Promise<Browsed> => {
  const filtering = filterCondition(filter, now);
  const condition = among ? sql<boolean>`${filtering} and ${among}` : filtering;
  const items = (index: string): RawBuilder<unknown> =>
    isPostgres(db) ? sql`"item"` : sql`"item" indexed by ${sql.id(index)}`;
  const filtered = indexOf(filter);
  const sorted = order === 'title' && filter.seriesId === undefined ? 'item_public_title' : filtered;
  const [page, total] = await Promise.all([
    sql<{ id: number }>`select "item"."id" from ${items(sorted)} where ${condition}
      order by ${await orderBy(db, filter, order)} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*) as "count" from ${items(filtered)} where ${condition}`.execute(db),
  ]);
  return { itemIds: page.rows.map(({ id }) => id), totalRecords: Number(total.rows[0]?.count) };
};

const indexOf = ({ seriesId, collectionId }: SearchFilter): string => {
  if (seriesId !== undefined) return 'item_public_series';
  return collectionId === undefined ? 'item_public_date' : 'item_public_collection';
};

const orderBy = async (
  db: Db,
  { accountId, seriesId = 0 }: SearchFilter,
  order: ItemOrder,
): Promise<RawBuilder<unknown>> => {
  if (order === 'date') return sql`"item"."dateIsKnown" desc, "item"."date" desc, "item"."id" desc`;
  if (order === 'title') return sql`"item"."sortTitle", "item"."id"`;
  const series = await findRow(db, 'series', accountId, seriesId);
  const direction = sql.raw(series?.itemSortDirection === 'ASC' ? 'asc' : 'desc');
  return sql`"item"."orderInSeries" ${direction} nulls last, "item"."date" ${direction}, "item"."id" ${direction}`;
};
