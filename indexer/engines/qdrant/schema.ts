/** Qdrant's collections: names, settings, points and filters. */
import type { Schemas } from '@qdrant/js-client-rest';
import type { ChunkRecord, SearchFilter, ItemAttributes, IndexRecord } from '../../ports.js';
import type { QdrantClient } from './client.js';
import { sparseDocument, type SparseVector } from './bm25.js';
import { attributesOf, dateNumber } from '../keys.js';
import { primarySubtag } from '../../text/language.js';
import { storeName, type IndexName, type CollectionKind } from './index-name.js';
import { chunksDigest } from '../chunks-digest.js';
import { itemWords } from '../item-words.js';
import { chunkPointId, itemPointId } from './ids.js';

type QdrantKind = CollectionKind | 'words';
export type Names = Record<QdrantKind, string>;

/** Average lengths in words for BM25, of sermons and talks; fixed, because a change would mean rewriting all points. */
const AVERAGE_WORDS = { chunk: 128, title: 6, item: 8_200 };

/** A change to the ids or payloads that searches rely on takes another prefix, so that `lectern reindex` is asked for. */
const PREFIX = 'lectern_v4_';
/** Those of earlier versions of Lectern, whose ids or payloads lacked something. */
const EARLIER_PREFIXES = ['lectern_', 'lectern_v2_', 'lectern_v3_'];

const withPrefix = (prefix: string, index: IndexName): Names => ({
  chunks: prefix + storeName('chunks', index),
  items: prefix + storeName('items', index),
  words: prefix + storeName('words', index),
});

export const collectionNames = (index: IndexName): Names => withPrefix(PREFIX, index);

/** All collections that an index may have. */
export const everyCollectionName = (index: IndexName): string[] =>
  [PREFIX, ...EARLIER_PREFIXES].flatMap((prefix) => Object.values(withPrefix(prefix, index)));

/** Chunks have int8 vectors in memory and full ones on disk, which score the hits again; items are few, words have none. */
function collectionSettings(kind: QdrantKind, dimensions: number): Schemas['CreateCollection'] {
  const dense: Schemas['VectorParams'] = { size: dimensions, distance: 'Cosine' };
  // A server may have collections without vectors, but the engine as a library may not.
  if (kind === 'words') return { sparse_vectors: { none: {} }, on_disk_payload: true };
  if (kind === 'items') {
    return { vectors: { centroid: dense }, sparse_vectors: { words: {}, titleWords: {} } };
  }
  return {
    vectors: { vector: { ...dense, on_disk: true } },
    sparse_vectors: { text: {} },
    quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
    on_disk_payload: true,
  };
}

const id: Schemas['IntegerIndexParams'] = { type: 'integer', lookup: true, range: false };
const keyword: Schemas['PayloadFieldSchema'] = { type: 'keyword' };

type Indexes = Record<string, Schemas['PayloadFieldSchema']>;

const OWNER_INDEXES: Indexes = {
  account: { type: 'keyword', is_tenant: true },
  itemId: id,
  published: { type: 'bool' },
};
const ATTRIBUTE_INDEXES: Indexes = {
  ...OWNER_INDEXES,
  collectionId: id,
  seriesId: id,
  speakerIds: id,
  topicIds: id,
  books: keyword,
  chapters: keyword,
  date: { type: 'integer', lookup: false, range: true },
  languageCode: keyword,
};
/** Counted, and compared with later ones. */
const REVISION_INDEX: Indexes = { revision: { type: 'integer', lookup: true, range: true } };

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

/** By field, of each collection. */
const INDEXES: Record<QdrantKind, Indexes> = {
  chunks: { ...ATTRIBUTE_INDEXES, ...REVISION_INDEX, text: PHRASE_INDEX },
  items: { ...ATTRIBUTE_INDEXES, title: PHRASE_INDEX, description: PHRASE_INDEX },
  words: {
    ...OWNER_INDEXES,
    words: { type: 'keyword', on_disk: true },
    terms: { ...id, on_disk: true },
  },
};

/** @param changed the revision of the change, see writes.ts */
export function attributesPayload(item: ItemAttributes, changed: number) {
  const { accountId, date, ...attributes } = attributesOf(item);
  // An update replaces only the fields that it has.
  const { language = null } = attributes;
  const languageCode = primarySubtag(language) ?? null;
  return {
    account: String(accountId),
    ...attributes,
    language,
    languageCode,
    date: dateNumber(date),
    changed,
  };
}

export function chunkPoint(item: IndexRecord, chunk: ChunkRecord, revision: number): Schemas['PointStruct'] {
  const text = chunk.text.normalize('NFC');
  return {
    id: chunkPointId(item.accountId, { itemId: item.itemId, ordinal: chunk.ordinal, revision }),
    vector: { vector: [...chunk.vector], text: sparseDocument(text, AVERAGE_WORDS.chunk) },
    payload: {
      ...attributesPayload(item, revision),
      revision,
      text,
      startMs: chunk.startMs,
      endMs: chunk.endMs,
      mediaAssetId: item.mediaAssetId,
    },
  };
}

export function wordVectors(
  item: Pick<IndexRecord, 'title' | 'description'> & { chunks: readonly { text: string }[] },
): Record<string, SparseVector> {
  return {
    words: sparseDocument(itemWords(item), AVERAGE_WORDS.item),
    titleWords: sparseDocument(item.title, AVERAGE_WORDS.title),
  };
}

export const headPayload = ({ title, description }: Pick<IndexRecord, 'title' | 'description'>) => ({
  title: title.normalize('NFC'),
  description: description.normalize('NFC'),
});

export function itemPoint(item: IndexRecord, revision: number): Schemas['PointStruct'] {
  return {
    id: itemPointId(item.accountId, item.itemId),
    vector: { centroid: [...item.centroid], ...wordVectors(item) },
    payload: {
      ...attributesPayload(item, revision),
      ...headPayload(item),
      revision,
      chunks: item.chunks.length,
      digest: chunksDigest(item.chunks),
    },
  };
}

export const accountFilter = (accountId: number, publishedOnly = false): Schemas['Filter'] => ({
  must: [
    { key: 'account', match: { value: String(accountId) } },
    ...(publishedOnly ? [{ key: 'published', match: { value: true } }] : []),
  ],
});

export function itemsFilter(accountId: number, itemIds: readonly number[]): Schemas['Filter'] {
  return {
    must: [
      { key: 'account', match: { value: String(accountId) } },
      { key: 'itemId', match: { any: [...itemIds] } },
    ],
  };
}

/** What no change of this revision or a later one has reached. */
export const changedBefore = (revision: number): Schemas['Filter'] => ({
  must_not: [{ key: 'changed', range: { gte: revision } }],
});

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
  equal('languageCode', filter.language);
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
  for (const [kind, indexes] of Object.entries(INDEXES) as [QdrantKind, Indexes][]) {
    const name = names[kind];
    if (!(await client.exists(name))) await client.create(name, collectionSettings(kind, dimensions));
    const existing = (await client.info(name)).payload_schema;
    for (const [field_name, field_schema] of Object.entries(indexes)) {
      if (!(field_name in existing)) await client.createPayloadIndex(name, { field_name, field_schema });
    }
  }
}
