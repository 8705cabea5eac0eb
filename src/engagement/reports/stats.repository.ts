/**
 * Reads what reports need from the content: the items that match a filter, their titles, and topics with their
 * items.
 */
import { sql } from 'kysely';
import type { ItemGroup, PublishedItem } from '../../../analytics/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { FilterQuery } from './stats-query.js';
import { rowsWhere } from '../../platform/db/rows.js';

/** Ids of the items that match all filters, including deleted ones. */
export const filteredItemIds = async (
  db: Db,
  accountId: number,
  { collectionId, seriesId, speakerId, itemId }: FilterQuery,
): Promise<number[]> => {
  let query = rowsWhere(db, 'item', { accountId }).select('id');
  if (itemId !== undefined) query = query.where('id', '=', itemId);
  if (collectionId !== undefined) query = query.where('collectionId', '=', collectionId);
  if (seriesId !== undefined) query = query.where('seriesId', '=', seriesId);
  if (speakerId !== undefined)
    query = query.where('id', 'in', (item) =>
      item
        .selectFrom('itemSpeaker')
        .select('itemId')
        .where('accountId', '=', accountId)
        .where('speakerId', '=', speakerId),
    );
  return (await query.execute()).map(({ id }) => id);
};

/** Titles by item id, including deleted items. */
export const itemTitles = async (
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await rowsWhere(db, 'item', { accountId })
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
};

/** Titles of all items of the account, including deleted ones. */
export const allTitles = async (db: Db, accountId: number): Promise<{ itemId: number; title: string }[]> =>
  rowsWhere(db, 'item', { accountId }).select(['id as itemId', 'title']).execute();

/** The items that were published last, also those that are not public any more, but no deleted ones. */
export const latestPublications = async (
  db: Db,
  accountId: number,
  limit: number,
): Promise<PublishedItem[]> => {
  const rows = await rowsWhere(db, 'item', { accountId, deletedDate: null })
    .select(['id', 'publishedDate'])
    .where('publishedDate', 'is not', null)
    .orderBy('publishedDate', 'desc')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ publishedDate: string }>()
    .execute();
  return rows.map(({ id, publishedDate }) => ({ itemId: id, publishedAt: Date.parse(publishedDate) }));
};

/** A series or a speaker with its items. */
export interface NamedGroup extends ItemGroup {
  name: string;
  itemIds: number[];
}

const ids = (column: string) => sql<string>`string_agg(cast(${sql.ref(column)} as text), ',')`.as('itemIds');

const toGroups = (rows: readonly { id: number; name: string; itemIds: string }[]): NamedGroup[] =>
  rows.map(({ id, name, itemIds }) => ({ id, name, itemIds: itemIds.split(',').map(Number) }));

/** The account's series with their items, including deleted ones. */
export const seriesItems = async (db: Db, accountId: number): Promise<NamedGroup[]> =>
  toGroups(
    await rowsWhere(db, 'series', { accountId })
      .innerJoin('item', 'item.seriesId', 'series.id')
      .select(['series.id', 'series.title as name', ids('item.id')])
      .where('item.accountId', '=', accountId)
      .groupBy(['series.id', 'series.title'])
      .execute(),
  );

/** The account's speakers with their items, including deleted ones. */
export const speakerItems = async (db: Db, accountId: number): Promise<NamedGroup[]> =>
  toGroups(
    await rowsWhere(db, 'speaker', { accountId })
      .innerJoin('itemSpeaker', 'itemSpeaker.speakerId', 'speaker.id')
      .select(['speaker.id', 'speaker.name', ids('itemSpeaker.itemId')])
      .where('itemSpeaker.accountId', '=', accountId)
      .groupBy(['speaker.id', 'speaker.name'])
      .execute(),
  );

/** More are not needed to tell queries apart. */
const MAX_NAMES = 5_000;

export const speakerNames = async (db: Db, accountId: number): Promise<string[]> => {
  const rows = await rowsWhere(db, 'speaker', { accountId, deletedDate: null })
    .select('name')
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute();
  return rows.map(({ name }) => name);
};

export interface TopicItems {
  topicId: number;
  name: string;
  itemIds: number[];
}

/** The account's topics with their items. One row per topic: a row per link would cost more than the report itself. */
export const topicItems = async (db: Db, accountId: number): Promise<TopicItems[]> => {
  const rows = await rowsWhere(db, 'itemTopic', { accountId })
    .innerJoin('topic', 'topic.id', 'itemTopic.topicId')
    .select(['topic.id', 'topic.name', ids('itemTopic.itemId')])
    .where('topic.accountId', '=', accountId)
    .where('topic.deletedDate', 'is', null)
    .groupBy(['topic.id', 'topic.name'])
    .execute();
  return rows.map(({ id, name, itemIds }) => ({
    topicId: id,
    name,
    itemIds: itemIds.split(',').map(Number),
  }));
};
