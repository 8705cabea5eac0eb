/** Reads the series, collections, speakers and topics of public items, with their number of public items. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, countRows, rowsWhere } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isPublicSeries, publicItems } from '../../content/items/visibility.js';
import { compareKeys, sortKey } from '../../platform/lib/sort-key.js';

/** The speakers or topics of public items. */
const counted = (db: Db, now: string, accountId: number, table: 'topic' | 'speaker') => {
  const links = table === 'topic' ? 'itemTopic' : 'itemSpeaker';
  const counts = rowsWhere(db, links as 'itemTopic', { accountId })
    .select(({ fn }) => [sql.ref<number>(`${table}Id`).as('otherId'), fn.countAll<number>().as('itemCount')])
    .where('itemId', 'in', publicItems(db, accountId, now).select('item.id'))
    .groupBy(sql.ref(`${table}Id`));
  return db
    .selectFrom(counts.as('counted'))
    .innerJoin(`${table} as other` as 'topic as other', 'other.id', 'counted.otherId')
    .where('other.deletedDate', 'is', null)
    .select(['other.id', 'other.name', 'counted.itemCount']);
};

/** Topics of public items, in display order. */
export const readPublicTopics = (db: Db, now: string, accountId: number) =>
  counted(db, now, accountId, 'topic').orderBy('other.displayOrder').orderBy('other.id').execute();

/** Speakers of public items, by name. */
export const readPublicSpeakers = async (db: Db, now: string, accountId: number) => {
  const speakers = await counted(db, now, accountId, 'speaker')
    .select(sql<string | null>`"other"."imageUrl"`.as('imageUrl'))
    .orderBy('other.id')
    .execute();
  const keys = new Map(speakers.map(({ id, name }) => [id, sortKey(name)]));
  return speakers.sort((a, b) => compareKeys(keys.get(a.id)!, keys.get(b.id)!));
};

export const readPublicCollections = (db: Db, accountId: number): Promise<Row<'collection'>[]> =>
  existingRows(db, 'collection', accountId).selectAll().orderBy('id').execute();

/** Series that are not withheld, including those without public items. */
const publicSeries = (db: Db, accountId: number, collectionId: number | undefined) =>
  existingRows(db, 'series', accountId)
    .where(isPublicSeries)
    .$if(collectionId !== undefined, (query) => query.where('collectionId', '=', collectionId ?? 0));

export const countPublicSeries = (
  db: Db,
  accountId: number,
  collectionId: number | undefined,
): Promise<number> => countRows(publicSeries(db, accountId, collectionId));

/** In display order; without a `limit`, all of them. */
export const readPublicSeries = (
  db: Db,
  accountId: number,
  { collectionId, limit, offset }: { collectionId?: number; limit?: number; offset?: number } = {},
): Promise<Row<'series'>[]> =>
  publicSeries(db, accountId, collectionId)
    .selectAll()
    .orderBy('sortOrder')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset ?? 0))
    .execute();

/** Adds the number of public items to series or collections. */
export const withItemCounts = async <R extends { id: number }>(
  db: Db,
  now: string,
  accountId: number,
  column: 'seriesId' | 'collectionId',
  rows: readonly R[],
): Promise<(R & { itemCount: number })[]> => {
  if (rows.length === 0) return [];
  const counts = await publicItems(db, accountId, now)
    .select(({ fn }) => [sql.ref<number>(`item.${column}`).as('id'), fn.countAll<number>().as('count')])
    .where(
      `item.${column}`,
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy(`item.${column}`)
    .execute();
  const byId = new Map(counts.map(({ id, count }) => [id, count]));
  return rows.map((row) => Object.assign(row, { itemCount: byId.get(row.id) ?? 0 }));
};

/** Everything by which the public can filter. */
export const readPublicLists = async (db: Db, now: string, accountId: number) => {
  const [collections, series, topics] = await Promise.all([
    readPublicCollections(db, accountId),
    readPublicSeries(db, accountId),
    readPublicTopics(db, now, accountId),
  ]);
  // Each count takes SQLite some milliseconds for ten thousand items.
  await setImmediate();
  return { collections, series, topics, speakers: await readPublicSpeakers(db, now, accountId) };
};
