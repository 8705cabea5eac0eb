/** The search index on a Qdrant server: three collections per model and suffix. */
import { IndexUnavailableError, type IndexCounts, type SearchIndex, type SearchReader } from '../../ports.js';
import { dimensionOf } from './bm25.js';
import { createQdrantClient, QdrantRefusal, type QdrantServer } from './client.js';
import type { IndexName } from './index-name.js';
import { createLanguages } from './languages.js';
import * as queries from './queries.js';
import { createStore, type Store } from './store.js';
import { readItems } from './items.js';
import { collectionNames, createCollections, everyCollectionName, ofAccount } from './schema.js';
import { createVocabularies } from './words.js';
import * as writes from './writes.js';
import pLimit, { type LimitFunction } from 'p-limit';

export interface QdrantOptions extends QdrantServer, IndexName {
  dimensions: number;
}

const MAX_ITEMS = 10_000_000;

/** Creates missing collections, then opens them. */
export async function createQdrantIndex(options: QdrantOptions): Promise<SearchIndex> {
  const names = collectionNames(options);
  await guarded(options, () => createCollections(createQdrantClient(options), names, options.dimensions));
  return openQdrantIndex(options);
}

/** Deletes an index, if it exists. */
export function dropQdrantIndex(server: QdrantServer, index: IndexName): Promise<void> {
  return guarded(server, async () => {
    const client = createQdrantClient(server);
    for (const name of everyCollectionName(index)) await client.drop(name);
  });
}

/** Opens existing collections; it never creates them. */
export function openQdrantIndex(options: QdrantOptions): SearchIndex {
  const names = collectionNames(options);
  const store = createStore(createQdrantClient(options), names);
  const read = <T>(work: () => Promise<T>): Promise<T> => guarded(options, work);
  const vocabularyOf = createVocabularies(store.client, names);
  const languages = createLanguages(store.client, names);
  const write = (work: () => Promise<void>): Promise<void> =>
    withMutex(`qdrant:${options.url}:${names.chunks}`, () => read(work));

  const index: SearchIndex = {
    replaceItems: (items) => write(() => writes.replaceItems(store, items)),
    updateAttributes: (updates) => write(() => writes.updateAttributes(store, updates)),
    removeItems: (accountId, itemIds) => write(() => writes.removeItems(store, accountId, itemIds)),
    nearestChunks: (...args) => read(() => queries.nearestChunks(store, ...args)),
    keywordChunks: (...args) => read(() => queries.keywordChunks(store, ...args)),
    phraseChunks: (...args) => read(() => queries.phraseChunks(store, ...args)),
    itemsWith: (text, filter) => read(() => queries.itemsWith(store, text, filter)),
    nearestItems: (...args) => read(() => queries.nearestItems(store, ...args)),
    keywordItems: (query, filter, limit, over = 'whole') =>
      read(() => queries.keywordItems(store, query, filter, limit, over)),
    chunkScores: (...args) => read(() => queries.chunkScores(store, ...args)),
    itemCentroid: (...args) => read(() => queries.itemCentroid(store, ...args)),
    readChunks: (...args) => read(() => queries.readChunks(store, ...args)),
    readItems: (...args) => read(() => readItems(store, ...args)),
    assertPresent: () => undefined,
    counts: (accountId) => read(() => counts(store, accountId)),
    chunkCounts: (accountId) => read(() => chunkCounts(store, accountId)),
    chunkDigests: (accountId) => read(() => chunkDigests(store, accountId)),
    // The server's own optimiser keeps its segments and indexes.
    maintain: () => Promise.resolve(),
    ping: () => read(() => ping(store)),
    close: () => Promise.resolve(),
  };
  const reader = async (accountId: number): Promise<SearchReader> => {
    const [frequencies, languageOf] = await read(() =>
      Promise.all([store.frequencies(accountId), languages.byItem(accountId)]),
    );
    return {
      ...index,
      vocabulary: (filter) => read(() => vocabularyOf(filter)),
      languages: (filter) => read(() => languages.held(filter)),
      languageOf,
      rarityOf: (term) => frequencies.rarity('chunk', dimensionOf(term)),
    };
  };
  return { ...index, reader };
}

async function counts({ client, names }: Store, accountId?: number): Promise<IndexCounts> {
  const filter = accountId === undefined ? undefined : ofAccount(accountId);
  const [items, chunks] = await Promise.all([
    client.count(names.items, { filter, exact: true }),
    client.count(names.chunks, { filter, exact: true }),
  ]);
  return { items, chunks };
}

async function chunkCounts({ client, names }: Store, accountId: number): Promise<Map<number, number>> {
  const facet = async (collection: string) => {
    const filter = ofAccount(accountId);
    const hits = await client.facet(collection, { key: 'itemId', filter, limit: MAX_ITEMS, exact: true });
    return hits.map(({ value, count }) => [Number(value), count] as const);
  };
  const [items, chunks] = await Promise.all([facet(names.items), facet(names.chunks)]);
  const byItem = new Map(items.map(([itemId]) => [itemId, 0]));
  for (const [itemId, count] of chunks) byItem.set(itemId, byItem.has(itemId) ? count : 0);
  return byItem;
}

async function chunkDigests({ client, names }: Store, accountId: number): Promise<Map<number, string>> {
  const points = await client.scroll(names.items, {
    filter: ofAccount(accountId),
    with_payload: ['itemId', 'digest'],
    limit: MAX_ITEMS,
  });
  return new Map(points.map(({ payload }) => [Number(payload!.itemId), String(payload!.digest)]));
}

async function ping({ client, names }: Store): Promise<void> {
  await Promise.all(Object.values(names).map((name) => client.info(name)));
}

async function guarded<T>(server: QdrantServer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const why = !(error instanceof QdrantRefusal)
      ? `Qdrant at ${server.url} does not respond: ${reason}`
      : error.status === 404
        ? `The search index is missing (${reason}). Run "lectern reindex" to build it.`
        : `Qdrant at ${server.url} rejected the request: ${reason}`;
    throw new IndexUnavailableError(why, { cause: error });
  }
}

const mutexes = new Map<string, LimitFunction>();

/** Runs `work` after all earlier work of the same name, whether that failed or not. */
function withMutex<T>(name: string, work: () => Promise<T>): Promise<T> {
  let mutex = mutexes.get(name);
  if (!mutex) mutexes.set(name, (mutex = pLimit(1)));
  return mutex(work);
}
