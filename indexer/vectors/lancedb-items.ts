/** Reads whole items from LanceDB's two tables. */
import type { ItemAttributes, StoredItem } from '../ports.js';
import { ofItems } from './lancedb-filter.js';
import { numberDate } from './keys.js';
import { chunksOf, columnsFor } from './lancedb-hits.js';
import {
  numbers,
  optionalNumbers,
  schemaOf,
  texts,
  values,
  vectors,
  type ArrowTable,
  type Tables,
} from './lancedb-schema.js';

/** All but the whole text, which nothing reads. */
const ITEM_COLUMNS = schemaOf('items', 1)
  .fields.map(({ name }) => name)
  .filter((name) => !['id', 'words', 'centroid'].includes(name));

/** An item without its own row counts as unknown, as when it is being written. */
export async function readItems(
  tables: Tables,
  accountId: number,
  itemIds: readonly number[],
  { chunks: withChunks = true, centroids = withChunks }: { chunks?: boolean; centroids?: boolean } = {},
): Promise<StoredItem[]> {
  if (itemIds.length === 0) return [];
  const where = ofItems(accountId, itemIds);
  const columns = centroids ? [...ITEM_COLUMNS, 'centroid'] : ITEM_COLUMNS;
  const [items, chunks] = await Promise.all([
    tables.items.query().where(where).select(columns).toArrow(),
    withChunks
      ? tables.chunks
          .query()
          .where(where)
          .select([...columnsFor(), 'vector'])
          .toArrow()
      : null,
  ]);
  const stored = new Map(itemsOf(items).map((item) => [item.itemId, item]));
  if (chunks) addChunks(stored, chunks);
  return [...stored.values()];
}

function itemsOf(found: ArrowTable): StoredItem[] {
  const attributes = attributesOf(found);
  const title = texts(found, 'title');
  const description = texts(found, 'description');
  const centroid = found.getChild('centroid') ? vectors(found, 'centroid') : () => new Float32Array();
  return Array.from({ length: found.numRows }, (_, at) => ({
    ...attributes(at),
    title: title(at),
    description: description(at),
    mediaAssetId: null,
    centroid: centroid(at),
    chunks: [],
  }));
}

function attributesOf(found: ArrowTable): (at: number) => ItemAttributes {
  const [accountId, itemId, collectionId, date] = ['accountId', 'itemId', 'collectionId', 'date'].map(
    (name) => numbers(found, name),
  );
  const seriesId = optionalNumbers(found, 'seriesId');
  const [speakerIds, topicIds, books, chapters, published] = [
    'speakerIds',
    'topicIds',
    'books',
    'chapters',
    'published',
  ].map((name) => values(found, name));
  return (at) => ({
    accountId: accountId!(at),
    itemId: itemId!(at),
    collectionId: collectionId!(at),
    seriesId: seriesId(at),
    speakerIds: speakerIds!(at) as number[],
    topicIds: topicIds!(at) as number[],
    books: books!(at) as string[],
    chapters: chapters!(at) as string[],
    date: numberDate(date!(at)),
    published: published!(at) as boolean,
  });
}

function addChunks(items: ReadonlyMap<number, StoredItem>, found: ArrowTable): void {
  const chunk = chunksOf(found);
  const vector = vectors(found, 'vector');
  for (let at = 0; at < found.numRows; at++) {
    const { itemId, mediaAssetId, ...own } = chunk(at);
    const item = items.get(itemId);
    if (!item) continue;
    item.mediaAssetId = mediaAssetId;
    item.chunks.push({ ...own, vector: vector(at) });
  }
  for (const { chunks } of items.values()) chunks.sort((a, b) => a.ordinal - b.ordinal);
}
