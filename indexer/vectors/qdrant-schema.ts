/** Qdrant's collections: names, settings, point ids, points and filters. */
import { createHash } from 'node:crypto';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { ChunkRecord, SearchFilter, ItemAttributes, ItemRecord } from '../ports.js';
import { sparseDocument, type SparseVector } from './bm25.js';
import { dateNumber, itemKey } from './keys.js';
import { storeName, type IndexName, type Kind } from './index-name.js';
import { itemWords } from './item-words.js';

export type Names = Record<Kind, string>;

/** Average lengths in words for BM25; fixed, because a change would mean rewriting all points. */
const AVERAGE_WORDS = { chunk: 120, title: 6, item: 6_000 };

const PREFIX = 'lectern_';

export const collectionNames = (index: IndexName): Names => ({
  chunks: PREFIX + storeName('chunks', index),
  items: PREFIX + storeName('items', index),
});

const bm25: Schemas['SparseVectorParams'] = { modifier: 'idf' };

/** Chunks have int8 vectors in memory and full ones on disk, which score the hits again; items are few. */
function collectionSettings(kind: Kind, dimensions: number): Schemas['CreateCollection'] {
  const dense: Schemas['VectorParams'] = { size: dimensions, distance: 'Cosine' };
  if (kind === 'items') {
    return { vectors: { centroid: dense }, sparse_vectors: { words: bm25, titleWords: bm25 } };
  }
  return {
    vectors: { vector: { ...dense, on_disk: true } },
    sparse_vectors: { text: bm25 },
    quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
    on_disk_payload: true,
  };
}

const id: Schemas['PayloadFieldSchema'] = { type: 'integer', lookup: true, range: false };
const keyword: Schemas['PayloadFieldSchema'] = { type: 'keyword' };

const ATTRIBUTE_INDEXES: Record<string, Schemas['PayloadFieldSchema']> = {
  account: { type: 'keyword', is_tenant: true },
  itemId: id,
  collectionId: id,
  seriesId: id,
  speakerIds: id,
  topicIds: id,
  books: keyword,
  chapters: keyword,
  date: { type: 'integer', lookup: false, range: true },
  published: { type: 'bool' },
  revision: id,
};

/** Must analyse words as analyze.ts does, so that phrases and highlights agree. */
const PHRASE_INDEX: Schemas['PayloadFieldSchema'] = {
  type: 'text',
  tokenizer: 'word',
  lowercase: true,
  ascii_folding: true,
  phrase_matching: true,
  stemmer: { type: 'snowball', language: 'english' },
  on_disk: true,
};

/** A name's SHA-1 in the form of a UUID. */
function uuid(name: string): string {
  const bytes = createHash('sha1').update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const itemPointId = (accountId: number, itemId: number): string =>
  uuid(itemKey({ accountId, itemId }));

/** Revisions alternate between two sets of ids, so that a new one never overwrites the one being read. */
const chunkPointId = (item: ItemAttributes, ordinal: number, revision: number): string =>
  uuid(`${itemKey(item)}:${revision % 2}:${ordinal}`);

export function attributesPayload(item: ItemAttributes) {
  return {
    account: String(item.accountId),
    itemId: item.itemId,
    collectionId: item.collectionId,
    seriesId: item.seriesId,
    speakerIds: item.speakerIds,
    topicIds: item.topicIds,
    books: item.books,
    chapters: item.chapters,
    date: dateNumber(item.date),
    published: item.published,
  };
}

export function chunkPoint(item: ItemRecord, chunk: ChunkRecord, revision: number): Schemas['PointStruct'] {
  const text = chunk.text.normalize('NFC');
  return {
    id: chunkPointId(item, chunk.ordinal, revision),
    vector: { vector: [...chunk.vector], text: sparseDocument(text, AVERAGE_WORDS.chunk) },
    payload: {
      ...attributesPayload(item),
      revision,
      ordinal: chunk.ordinal,
      text,
      startMs: chunk.startMs,
      endMs: chunk.endMs,
      mediaAssetId: item.mediaAssetId,
    },
  };
}

export function wordVectors(
  item: Pick<ItemRecord, 'title' | 'description'> & { chunks: { text: string }[] },
): Record<string, SparseVector> {
  return {
    words: sparseDocument(itemWords(item), AVERAGE_WORDS.item),
    titleWords: sparseDocument(item.title, AVERAGE_WORDS.title),
  };
}

export const headPayload = ({ title, description }: Pick<ItemRecord, 'title' | 'description'>) => ({
  title: title.normalize('NFC'),
  description: description.normalize('NFC'),
});

export function itemPoint(item: ItemRecord, revision: number): Schemas['PointStruct'] {
  return {
    id: itemPointId(item.accountId, item.itemId),
    vector: { centroid: [...item.centroid], ...wordVectors(item) },
    payload: { ...attributesPayload(item), ...headPayload(item), revision },
  };
}

export function ofItems(accountId: number, itemIds: readonly number[]): Schemas['Filter'] {
  return {
    must: [
      { key: 'account', match: { value: String(accountId) } },
      { key: 'itemId', match: { any: [...itemIds] } },
    ],
  };
}

export function toFilter(filter: SearchFilter): Schemas['Filter'] & { must: Schemas['Condition'][] } {
  const must: Schemas['Condition'][] = [{ key: 'account', match: { value: String(filter.accountId) } }];
  const equal = (key: string, value: string | number | boolean | undefined): void => {
    if (value !== undefined) must.push({ key, match: { value } });
  };
  if (filter.publishedOnly) equal('published', true);
  equal('collectionId', filter.collectionId);
  equal('seriesId', filter.seriesId);
  equal('speakerIds', filter.speakerId);
  equal('topicIds', filter.topicId);
  if (filter.book !== undefined && filter.chapter !== undefined)
    equal('chapters', `${filter.book}.${filter.chapter}`);
  else equal('books', filter.book);
  if (filter.dateFrom !== undefined) must.push({ key: 'date', range: { gte: dateNumber(filter.dateFrom) } });
  if (filter.dateTo !== undefined) must.push({ key: 'date', range: { lte: dateNumber(filter.dateTo) } });
  if (filter.itemIds) must.push({ key: 'itemId', match: { any: [...filter.itemIds] } });
  if (!filter.excludeItemIds?.length) return { must };
  return { must, must_not: [{ key: 'itemId', match: { any: [...filter.excludeItemIds] } }] };
}

/** Creates missing collections and payload indexes. */
export async function createCollections(
  client: QdrantClient,
  names: Names,
  dimensions: number,
): Promise<void> {
  for (const kind of ['chunks', 'items'] as const) {
    const name = names[kind];
    if (!(await client.collectionExists(name)).exists) {
      await client.createCollection(name, collectionSettings(kind, dimensions));
    }
    const existing = (await client.getCollection(name)).payload_schema;
    const texts = kind === 'chunks' ? ['text'] : ['title', 'description'];
    const phrases = Object.fromEntries(texts.map((field) => [field, PHRASE_INDEX]));
    const indexes = { ...ATTRIBUTE_INDEXES, ...phrases };
    for (const [field_name, field_schema] of Object.entries(indexes)) {
      if (!(field_name in existing))
        await client.createPayloadIndex(name, { field_name, field_schema, wait: true });
    }
  }
}
