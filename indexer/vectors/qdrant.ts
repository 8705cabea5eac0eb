/** The search index on a Qdrant server: two collections for each model and suffix. */
import { QdrantClient, type Schemas } from '@qdrant/js-client-rest';
import { IndexUnavailableError } from '../errors.js';
import type { IndexCounts, SearchIndex } from '../ports.js';
import type { IndexName } from './index-name.js';
import { withMutex } from './mutex.js';
import * as queries from './qdrant-queries.js';
import { collectionNames, createCollections, indexesAmong } from './qdrant-schema.js';
import * as writes from './qdrant-writes.js';

export interface QdrantServer {
  url: string;
  apiKey?: string;
}

export interface QdrantOptions extends QdrantServer, IndexName {
  dimensions: number;
}

/** Longer than any search, shorter than a hung server's patience. */
const TIMEOUT_MS = 60_000;
const MAX_ITEMS = 10_000_000;

const connect = ({ url, apiKey }: QdrantServer): QdrantClient =>
  new QdrantClient({ url, apiKey, timeout: TIMEOUT_MS, checkCompatibility: false });

/** Makes the collections where they are missing, then opens them. */
export async function createQdrantIndex(options: QdrantOptions): Promise<SearchIndex> {
  const names = collectionNames(options);
  await guarded(options, () => createCollections(connect(options), names, options.dimensions));
  return openQdrantIndex(options);
}

export function listQdrantIndexes(server: QdrantServer): Promise<IndexName[]> {
  return guarded(server, async () => {
    const { collections } = await connect(server).getCollections();
    return indexesAmong(collections.map(({ name }) => name));
  });
}

/** Removes an index; one that is not there is no error. */
export function dropQdrantIndex(server: QdrantServer, index: IndexName): Promise<void> {
  return guarded(server, async () => {
    for (const name of Object.values(collectionNames(index))) {
      await connect(server).deleteCollection(name);
    }
  });
}

/** Opens collections that exist; it never makes them. */
export function openQdrantIndex(options: QdrantOptions): SearchIndex {
  const names = collectionNames(options);
  const store: queries.Store = { client: connect(options), names };
  const ask = <T>(work: () => Promise<T>): Promise<T> => guarded(options, work);
  const write = (work: () => Promise<void>): Promise<void> =>
    withMutex(`qdrant:${options.url}:${names.passages}`, () => ask(work));

  return {
    replaceItems: (items) => write(() => writes.replaceItems(store, items)),
    updateFacts: (facts) => write(() => writes.updateFacts(store, facts)),
    removeItems: (accountId, itemIds) => write(() => writes.removeItems(store, accountId, itemIds)),
    nearestPassages: (...how) => ask(() => queries.nearestPassages(store, ...how)),
    keywordPassages: (...how) => ask(() => queries.keywordPassages(store, ...how)),
    phrasePassages: (...how) => ask(() => queries.phrasePassages(store, ...how)),
    nearestItems: (vector, filter, limit, by = 'centroid') =>
      ask(() => queries.nearestItems(store, vector, filter, limit, by)),
    keywordItems: (text, filter, limit, over = 'whole') =>
      ask(() => queries.keywordItems(store, text, filter, limit, over)),
    passageScores: (...how) => ask(() => queries.passageScores(store, ...how)),
    itemScores: (...how) => ask(() => queries.itemScores(store, ...how)),
    itemCentroid: (...how) => ask(() => queries.itemCentroid(store, ...how)),
    readPassages: (...how) => ask(() => queries.readPassages(store, ...how)),
    counts: (accountId) => ask(() => counts(store, accountId)),
    passageCounts: (accountId) => ask(() => passageCounts(store, accountId)),
    // The server's own optimiser keeps its segments and indexes.
    maintain: () => Promise.resolve(),
    ping: () => ask(() => ping(store)),
    close: () => Promise.resolve(),
  };
}

const ofAccount = (accountId: number): Schemas['Filter'] => ({
  must: [{ key: 'account', match: { value: String(accountId) } }],
});

async function counts({ client, names }: queries.Store, accountId?: number): Promise<IndexCounts> {
  const filter = accountId === undefined ? undefined : ofAccount(accountId);
  const [items, passages] = await Promise.all([
    client.count(names.items, { filter, exact: true }),
    client.count(names.passages, { filter, exact: true }),
  ]);
  return { items: items.count, passages: passages.count };
}

async function passageCounts(
  { client, names }: queries.Store,
  accountId: number,
): Promise<Map<number, number>> {
  const facet = async (collection: string) => {
    const filter = ofAccount(accountId);
    const { hits } = await client.facet(collection, { key: 'itemId', filter, limit: MAX_ITEMS, exact: true });
    return hits.map(({ value, count }) => [Number(value), count] as const);
  };
  const [items, passages] = await Promise.all([facet(names.items), facet(names.passages)]);
  const byItem = new Map(items.map(([itemId]) => [itemId, 0]));
  for (const [itemId, count] of passages) byItem.set(itemId, byItem.has(itemId) ? count : 0);
  return byItem;
}

async function ping({ client, names }: queries.Store): Promise<void> {
  await Promise.all([client.getCollection(names.passages), client.getCollection(names.items)]);
}

async function guarded<T>(server: QdrantServer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const fault = error as { status?: number; data?: { status?: { error?: string } }; message?: string };
    const said = fault.data?.status?.error ?? fault.message ?? String(error);
    const why =
      fault.status === undefined
        ? `Qdrant at ${server.url} does not answer: ${said}`
        : fault.status === 404
          ? `The search index is not there (${said}): "lectern reindex" builds it.`
          : `Qdrant at ${server.url} refused: ${said}`;
    throw new IndexUnavailableError(why, { cause: error });
  }
}
