/** Items as the public sees them, in SQL: published and not deleted this moment, or not at all. */
import { sql } from 'kysely';
import { bibleBook } from '../../../indexer/index.js';
import { toCollection } from '../../content/records/collection.record.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { toBoolean } from '../../platform/lib/fields.js';
import { relationsOf } from '../../content/items/item-relations.repository.js';
import { isPublicSeries, publicItems } from '../../content/items/visibility.js';
import { presentResources } from '../../content/resources/resource.repository.js';
import { toItemScripture } from '../../content/records/scripture.record.js';
import type { PublicItem, PublicItemFacts } from './public-item.schema.js';

/** In the order of `ids`; those that are not public are left out. */
export const findPublicItems = async (
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<PublicItem[]> => {
  if (ids.length === 0) return [];
  const rows = await publicItems(db, accountId).selectAll('item').where('item.id', 'in', ids).execute();
  const place = new Map(ids.map((id, i) => [id, i]));
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return presentPublic(db, accountId, rows);
};

/** The item with its media and resources that are there. */
export const findPublicItem = async (
  db: Db,
  accountId: number,
  id: number,
): Promise<PublicItemFacts | undefined> => {
  const row = await publicItems(db, accountId).selectAll('item').where('item.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const [[item], media, resources] = await Promise.all([
    presentPublic(db, accountId, [row]),
    db
      .selectFrom('mediaAsset')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('itemId', '=', id)
      .where('deletedDate', 'is', null)
      .where('status', '=', 'ready')
      .where('contentType', '<>', 'text')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('resource')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('itemId', '=', id)
      .where('deletedDate', 'is', null)
      .where('url', 'is not', null)
      .orderBy('displayOrder')
      .execute(),
  ]);
  return (
    item && {
      ...item,
      description: row.description,
      orderInSeries: row.orderInSeries,
      publishedDate: row.publishedDate,
      mediaAssets: media,
      resources: await presentResources(db, accountId, resources),
    }
  );
};

/** Id of the newest public item with the slug, in the collection where one is named. */
export const findPublicSlug = async (
  db: Db,
  accountId: number,
  slug: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await publicItems(db, accountId)
    .select('item.id')
    .where('item.urlSlug', '=', slug)
    .$if(collectionId !== undefined, (query) => query.where('item.collectionId', '=', collectionId ?? 0))
    .orderBy('item.date', 'desc')
    .orderBy('item.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Language of each item's transcript, null where unknown; items without one are left out. */
export const transcriptLanguages = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, string | null>> => {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('transcript')
    .select(['itemId', 'language'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ itemId, language }) => [itemId, language]));
};

const presentPublic = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'item'>[],
): Promise<PublicItem[]> => {
  const { collections, series, speakers, topics, scriptures } = await relationsOf(db, accountId, rows);
  return rows.map((row) => {
    const collection = collections.get(row.collectionId);
    const its = row.seriesId === null ? undefined : series.get(row.seriesId);
    return {
      ...row,
      collection: collection ? toCollection(collection) : null,
      series: its && its.published !== 0 ? its : null,
      speakers: speakers.get(row.id) ?? [],
      topics: topics.get(row.id) ?? [],
      scriptures: (scriptures.get(row.id) ?? [])
        .filter(({ book }) => bibleBook(book))
        .map((scripture) => ({
          ...toItemScripture(scripture),
          keyVerse: toBoolean(scripture.keyVerse) ?? false,
        })),
    };
  });
};

/** Living records that the public may filter by; topics and speakers with their number of public items, those without any left out. */
export const readPublicLists = async (db: Db, accountId: number) => {
  const living = (table: 'collection' | 'series') =>
    db
      .selectFrom(table as 'series')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('deletedDate', 'is', null);
  const counted = (table: 'topic' | 'speaker') =>
    publicItems(db, accountId)
      .innerJoin(
        sql<{ itemId: number; otherId: number }>`(select "itemId", ${sql.ref(`${table}Id`)} as "otherId"
          from ${sql.table(table === 'topic' ? 'itemTopic' : 'itemSpeaker')})`.as('link'),
        'link.itemId',
        'item.id',
      )
      .innerJoin(`${table} as other` as 'topic as other', 'other.id', 'link.otherId')
      .where('other.deletedDate', 'is', null)
      .groupBy('other.id')
      .select(({ fn }) => ['other.id', 'other.name', fn.countAll<number>().as('itemCount')]);
  const [collections, series, topics, speakers] = await Promise.all([
    living('collection').orderBy('id').execute() as unknown as Promise<Row<'collection'>[]>,
    living('series').where(isPublicSeries).orderBy('sortOrder').orderBy('id').execute(),
    counted('topic').orderBy('other.displayOrder').orderBy('other.id').execute(),
    counted('speaker')
      .select(sql<string | null>`"other"."imageUrl"`.as('imageUrl'))
      .groupBy('other.name')
      .orderBy('other.name')
      .orderBy('other.id')
      .execute(),
  ]);
  return { collections: collections.map(toCollection), series, topics, speakers };
};
