/** Finds items by speaker, topic or series, and the speakers and topics of items. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import type { TopicRecord } from '../records/topic.record.js';
import { inPublicIndex } from './visibility.js';
import { rowsWhere } from '../../platform/db/rows.js';

const linkedItems = (db: Db, link: Link, accountId: number, ids: readonly number[]) =>
  rowsWhere(db, 'item', { accountId, deletedDate: null })
    .innerJoin(`${link} as link` as 'itemSpeaker as link', 'link.itemId', 'item.id')
    .where(sql.ref(`link.${links[link].column}`), 'in', ids);

const ownerOf = (link: Link) => sql.ref<number>(`link.${links[link].column}`);

/** Number of items with each of `ids`; ids without items are absent. */
export const countItems = async (
  db: Db,
  link: Link,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map();
  const owner = ownerOf(link);
  // Excludes the few deleted items as a set, because a join would look up every counted item.
  const rows = await db
    .selectFrom(`${link} as link` as 'itemSpeaker as link')
    .select([owner.as('owner'), sql<number>`count(*)`.as('count')])
    .where('link.accountId', '=', accountId)
    .where(owner, 'in', ids)
    .where('link.itemId', 'not in', ({ selectFrom }) =>
      selectFrom('item')
        .select('item.id')
        .where('item.accountId', '=', accountId)
        .where('item.deletedDate', 'is not', null),
    )
    .groupBy(owner)
    .execute();
  return new Map(rows.map(({ owner: id, count }) => [id, count]));
};

/** The items with each of `ids`, newest first. */
export const itemsLinkedTo = async (
  db: Db,
  link: Link,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, Row<'item'>[]>> => {
  if (ids.length === 0) return new Map();
  const rows = await linkedItems(db, link, accountId, ids)
    .selectAll('item')
    .select(ownerOf(link).as('owner'))
    .orderBy('item.date', 'desc')
    .orderBy('item.id', 'desc')
    .execute();
  return groupBy(rows, ({ owner }) => owner);
};

/** The speakers or topics of items that are not deleted, by item id and in the item's order. */
export const linkedTo = async <L extends Link>(
  db: Db,
  link: L,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, (Row<(typeof links)[L]['table']> & { itemId: number })[]>> => {
  if (itemIds.length === 0) return new Map();
  const { table, column } = links[link];
  const rows = await db
    .selectFrom(`${link} as link` as 'itemSpeaker as link')
    .innerJoin(`${table} as other` as 'speaker as other', 'other.id', `link.${column}` as 'link.speakerId')
    .selectAll('other')
    .select('link.itemId')
    .where('link.accountId', '=', accountId)
    .where('link.itemId', 'in', itemIds)
    .where('other.deletedDate', 'is', null)
    .orderBy('link.position')
    .execute();
  return groupBy(rows, ({ itemId }) => itemId) as Map<number, never>;
};

/** Enqueues an index refresh of the public items of a speaker, topic or series. */
export const refreshItemsOf = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  link: Link | 'series',
  id: number,
): Promise<void> => {
  const items =
    link === 'series'
      ? rowsWhere(trx, 'item', { accountId, deletedDate: null, seriesId: id })
      : linkedItems(trx, link, accountId, [id]);
  const rows = await items
    .where('item.status', 'in', [...inPublicIndex])
    .select('item.id')
    .execute();
  await enqueueMany(
    trx,
    clock,
    accountId,
    'refreshItem',
    rows.map(({ id: itemId }) => ({ itemId })),
  );
};

/** Adds item counts to topics, with one query. */
export const completeTopics = async <T extends Row<'topic'>>(
  db: Db,
  accountId: number,
  rows: T[],
): Promise<(T & TopicRecord)[]> => {
  const counts = await countItems(
    db,
    'itemTopic',
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => Object.assign(row, { itemCount: counts.get(row.id) ?? 0 }));
};

/** The link tables, with the linked table and column. */
export const links = {
  itemSpeaker: { table: 'speaker', column: 'speakerId' },
  itemTopic: { table: 'topic', column: 'topicId' },
} as const;
export type Link = keyof typeof links;

/** The lists of an item, with their link tables. */
export const listLinks = { speakers: 'itemSpeaker', topics: 'itemTopic' } as const satisfies Record<
  string,
  Link
>;
export type ListName = keyof typeof listLinks;
export const listNames = ['speakers', 'topics'] as const satisfies ListName[];

/** Number of items of the current speaker or topic row that are not deleted, for sorting and filtering. */
export const countOfItems = (link: Link): RawBuilder<number> => {
  const { table, column } = links[link];
  return sql<number>`(select count(*) from ${sql.table(link)} as "link"
    inner join "item" on "item"."id" = "link"."itemId" and "item"."deletedDate" is null
    where "link".${sql.ref(column)} = ${sql.ref(`${table}.id`)})`;
};
