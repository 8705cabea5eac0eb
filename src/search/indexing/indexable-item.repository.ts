/** Reads items for the search index, with attributes, words and chunks, in a fixed number of queries. */
import { bibleBook, citationOf, type Chunk, type UnembeddedItem } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, rowsById } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import { linkedTo } from '../../content/items/item-links.repository.js';
import { chunksToIndex, isToIndex } from '../../transcripts/reading/chunk.repository.js';
import { inPublicIndex, isVisibleScripture } from '../../content/items/visibility.js';

interface LoadedItem {
  item: Row<'item'>;
  draft: UnembeddedItem;
}

/** Items that are not deleted, by id; `draft.chunks` is empty unless `withChunks`. */
export const loadItems = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
  { withChunks }: { withChunks: boolean },
): Promise<LoadedItem[]> => {
  if (itemIds.length === 0) return [];
  const items = await existingRows(db, 'item', accountId)
    .selectAll()
    .where('id', 'in', itemIds)
    .orderBy('id')
    .execute();
  const seriesIds = items.map(({ seriesId }) => seriesId);
  const [series, speakers, topics, scriptures, chunks] = await Promise.all([
    rowsById(db, 'series', accountId, seriesIds),
    linkedTo(db, 'itemSpeaker', accountId, itemIds),
    linkedTo(db, 'itemTopic', accountId, itemIds),
    visibleScriptures(db, accountId, itemIds),
    withChunks ? chunksToIndex(db, accountId, itemIds) : new Map<number, Chunk[]>(),
  ]);
  return items.map((item) => ({
    item,
    draft: toDraft(item, {
      series: item.seriesId === null ? undefined : series.get(item.seriesId),
      speakers: speakers.get(item.id) ?? [],
      topics: topics.get(item.id) ?? [],
      scriptures: scriptures.get(item.id) ?? [],
      chunks: chunks.get(item.id) ?? [],
    }),
  }));
};

interface Relations {
  series: Row<'series'> | undefined;
  speakers: Row<'speaker'>[];
  topics: Row<'topic'>[];
  scriptures: Row<'scripture'>[];
  chunks: Chunk[];
}

const toDraft = (
  item: Row<'item'>,
  { series, speakers, topics, chunks, ...relations }: Relations,
): UnembeddedItem => {
  const scriptures = relations.scriptures.filter(({ book }) => bibleBook(book));
  const words = [
    item.shortDescription,
    item.description,
    series?.title,
    ...speakers.map(({ name }) => name),
    ...topics.map(({ name }) => name),
    ...scriptures.map((one) => citationOf(one)),
  ];
  return {
    accountId: item.accountId,
    itemId: item.id,
    collectionId: item.collectionId,
    seriesId: item.seriesId,
    speakerIds: speakers.map(({ id }) => id),
    topicIds: topics.map(({ id }) => id),
    books: [...new Set(scriptures.map(({ book }) => book))],
    chapters: [...new Set(scriptures.map(({ book, chapter }) => `${book}.${chapter}`))],
    date: item.date,
    language: item.effectiveLanguage,
    published: inPublicIndex.has(item.status),
    title: [item.title, item.subTitle].filter(Boolean).join(': '),
    description: words.filter(Boolean).join('. '),
    mediaAssetId: item.indexedMediaAssetId,
    chunks,
  };
};

const visibleScriptures = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, Row<'scripture'>[]>> => {
  const rows = await db
    .selectFrom('scripture')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .where(isVisibleScripture)
    .orderBy('displayOrder', (o) => o.asc().nullsLast())
    .orderBy('id')
    .execute();
  return groupBy(rows, ({ itemId }) => itemId);
};

/** Marks the items as changed now, so that an index under construction catches up on them. */
export const markForIndex = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  await trx
    .updateTable('item')
    .set({ updatedDate: isoTime(clock) })
    .where('accountId', '=', accountId)
    .where('id', 'in', itemIds)
    .execute();
};

/** Items to index, including deleted ones, that changed at or after `since`. */
export const itemsChangedSince = async (db: Db, accountId: number, since: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where('accountId', '=', accountId)
    .where((eb) => eb.or([eb('updatedDate', '>=', since), eb('deletedDate', '>=', since)]))
    .where(isToIndex)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};
