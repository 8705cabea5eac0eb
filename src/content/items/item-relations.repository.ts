/** What belongs to a set of items and is shown to the public with them: one query a kind, however many items. */
import type { Db } from '../../platform/db/dialect.js';
import { rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { groupBy } from '../../platform/lib/group.js';
import { isVisibleScripture } from './visibility.js';

export interface NamedLink {
  itemId: number;
  id: number;
  name: string;
}

export interface ItemRelations {
  collections: Map<number, Row<'collection'>>;
  series: Map<number, Row<'series'>>;
  /** By item, in the item's order. */
  speakers: Map<number, (NamedLink & { imageUrl: string | null })[]>;
  topics: Map<number, NamedLink[]>;
  /** By item, without those that are hidden. */
  scriptures: Map<number, Row<'scripture'>[]>;
}

/** Living records that belong to these items of the account. */
export const relationsOf = async (
  db: Db,
  accountId: number,
  items: readonly Pick<Row<'item'>, 'id' | 'collectionId' | 'seriesId'>[],
): Promise<ItemRelations> => {
  const ids = items.map(({ id }) => id);
  const [collections, series, speakers, topics, scriptures] = await Promise.all([
    rowsById(
      db,
      'collection',
      accountId,
      items.map(({ collectionId }) => collectionId),
    ),
    rowsById(
      db,
      'series',
      accountId,
      items.map(({ seriesId }) => seriesId),
    ),
    ids.length > 0 ? speakersOf(db, accountId, ids) : [],
    ids.length > 0 ? topicsOf(db, accountId, ids) : [],
    ids.length > 0 ? visibleScriptures(db, accountId, ids) : [],
  ]);
  return {
    collections,
    series,
    speakers: groupBy(speakers, ({ itemId }) => itemId),
    topics: groupBy(topics, ({ itemId }) => itemId),
    scriptures: groupBy(scriptures, ({ itemId }) => itemId),
  };
};

const speakersOf = (db: Db, accountId: number, itemIds: readonly number[]) =>
  db
    .selectFrom('itemSpeaker as link')
    .innerJoin('speaker as other', 'other.id', 'link.speakerId')
    .select(['link.itemId', 'other.id', 'other.name', 'other.imageUrl'])
    .where('link.accountId', '=', accountId)
    .where('link.itemId', 'in', itemIds)
    .where('other.deletedDate', 'is', null)
    .orderBy('link.position')
    .execute();

const topicsOf = (db: Db, accountId: number, itemIds: readonly number[]) =>
  db
    .selectFrom('itemTopic as link')
    .innerJoin('topic as other', 'other.id', 'link.topicId')
    .select(['link.itemId', 'other.id', 'other.name'])
    .where('link.accountId', '=', accountId)
    .where('link.itemId', 'in', itemIds)
    .where('other.deletedDate', 'is', null)
    .orderBy('link.position')
    .execute();

const visibleScriptures = (db: Db, accountId: number, itemIds: readonly number[]) =>
  db
    .selectFrom('scripture')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .where(isVisibleScripture)
    .orderBy('displayOrder', (o) => o.asc().nullsLast())
    .orderBy('id')
    .execute();
