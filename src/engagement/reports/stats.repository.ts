/**
 * Reads what reports need from the content: the items that match a filter, their titles, and topics with their
 * items.
 */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { FilterQuery } from './stats-query.js';

/** Ids of the items that match all filters, including deleted ones. */
export const filteredItemIds = async (
  db: Db,
  accountId: number,
  { collectionId, seriesId, speakerId, itemId }: FilterQuery,
): Promise<number[]> => {
  let query = db.selectFrom('item').select('id').where('accountId', '=', accountId);
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
  const rows = await db
    .selectFrom('item')
    .select(['id', 'title'])
    .where('accountId', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
};

/** Titles of all items of the account, including deleted ones. */
export const allTitles = async (db: Db, accountId: number): Promise<{ itemId: number; title: string }[]> =>
  db.selectFrom('item').select(['id as itemId', 'title']).where('accountId', '=', accountId).execute();

export interface TopicItems {
  topicId: number;
  name: string;
  itemIds: number[];
}

/** The account's topics with their items. One row per topic: a row per link would cost more than the report itself. */
export const topicItems = async (db: Db, accountId: number): Promise<TopicItems[]> => {
  const rows = await db
    .selectFrom('itemTopic')
    .innerJoin('topic', 'topic.id', 'itemTopic.topicId')
    .select([
      'topic.id',
      'topic.name',
      ({ ref }) => sql<string>`string_agg(cast(${ref('itemTopic.itemId')} as text), ',')`.as('itemIds'),
    ])
    .where('itemTopic.accountId', '=', accountId)
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
