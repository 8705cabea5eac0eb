/** The search index on a Qdrant server: three collections per model and suffix. */
import { IndexUnavailableError, type IndexCounts, type SearchIndex, type SearchReader } from '../../ports.js';
import { dimensionOf } from './bm25.js';
import { createQdrantClient, type QdrantClient } from './client.js';
import { createConnection, QdrantRefusal, type QdrantServer } from './connection.js';
import { healthOf } from './health.js';
import type { IndexName } from './index-name.js';
import * as queries from './queries.js';
import { createStore, withDeadline, type Store } from './store.js';
import { readItems } from './items.js';
import {
  collectionNames,
  createCollections,
  everyCollectionName,
  accountFilter,
  type Names,
} from './schema.js';
import { createVocabularies } from './words.js';
import * as writes from './writes.js';
import pLimit, { type LimitFunction } from 'p-limit';
import { createAccountCache, type AccountKey } from '../account-cache.js';
import { pointItemId } from './ids.js';
import { ENGLISH } from '../../text/language.js';

export interface QdrantOptions extends QdrantServer, IndexName {
  dimensions: number;
}

const MAX_ITEMS = 10_000_000;
/** Time limit of a search, for all its requests together. */
const SEARCH_MS = 5_000;

/** Creates missing collections, then opens them. */
export async function createQdrantIndex(options: QdrantOptions): Promise<SearchIndex> {
  const names = collectionNames(options);
  await withClient(options, (client) => createCollections(client, names, options.dimensions));
  return openQdrantIndex(options);
}

/** Deletes an index, if it exists. */
export function dropQdrantIndex(server: QdrantServer, index: IndexName): Promise<void> {
  return withClient(server, async (client) => {
    for (const name of everyCollectionName(index)) await client.drop(name);
  });
}

async function withClient(
  server: QdrantServer,
  work: (client: QdrantClient) => Promise<void>,
): Promise<void> {
  const connection = createConnection(server);
  try {
    await guarded(server, () => work(createQdrantClient(connection)));
  } finally {
    await connection.close();
  }
}

/** Opens existing collections; it never creates them. */
export function openQdrantIndex(options: QdrantOptions): SearchIndex {
  const names = collectionNames(options);
  const connection = createConnection(options);
  const client = createQdrantClient(connection);
  const storeUntil = createStore(connection, names);
  const store = storeUntil();
  const vocabularyOf = createVocabularies(client, names);
  const languages = createLanguages(client, names);
  const lengthsOf = createItemLengths(client, names);
  const read = <T>(work: () => Promise<T>): Promise<T> => guarded(options, work);
  const write = (work: () => Promise<void>): Promise<void> =>
    withMutex(`qdrant:${options.urls.join()}:${names.chunks}`, () => read(work));

  const reader = async (accountId: number, publishedOnly = false): Promise<SearchReader> => {
    const deadline = performance.now() + SEARCH_MS;
    const inTime = <T>(work: () => Promise<T>): Promise<T> => read(() => withDeadline(deadline, work()));
    const [languageOf, chunksOf] = await inTime(() =>
      // The last one is at hand for the searches that follow.
      Promise.all([
        languages.byItem(accountId),
        lengthsOf(accountId),
        store.frequencies({ accountId, publishedOnly }),
      ]),
    );
    return {
      ...searches(storeUntil(deadline), read),
      vocabulary: (filter) => inTime(() => vocabularyOf(filter)),
      languages: (filter) => inTime(() => languages.held(filter)),
      languageOf,
      chunksOf,
      rarities: async (filter) => {
        const frequencies = await inTime(() => store.frequencies(filter));
        return (term) => frequencies.rarity('chunk', dimensionOf(term));
      },
    };
  };

  return {
    ...searches(store, read),
    reader,
    replaceItems: (items) => write(() => writes.replacePoints(store, items)),
    updateAttributes: (updates) => write(() => writes.updatePayloads(store, updates)),
    removeItems: (accountId, itemIds) => write(() => writes.removePoints(store, accountId, itemIds)),
    assertPresent: () => undefined,
    counts: (accountId) => read(() => counts(store, accountId)),
    chunkCounts: (accountId) => read(() => chunkCounts(store, accountId)),
    chunkDigests: (accountId) => read(() => chunkDigests(store, accountId)),
    // The server's own optimiser keeps its segments and indexes.
    maintain: () => Promise.resolve(),
    ping: () => read(() => ping(store)),
    health: () => read(() => healthOf(options, Object.values(names))),
    close: () => connection.close(),
  };
}

/** What searches ask of a store. */
const searches = (store: Store, read: <T>(work: () => Promise<T>) => Promise<T>) =>
  ({
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
  }) satisfies SearchReader;

async function counts({ client, names }: Store, accountId?: number): Promise<IndexCounts> {
  const filter = accountId === undefined ? undefined : accountFilter(accountId);
  const [items, chunks] = await Promise.all([
    client.count(names.items, { filter, exact: true }),
    client.count(names.chunks, { filter, exact: true }),
  ]);
  return { items, chunks };
}

/** Chunks of other revisions than the items' count as missing: those of an item are then written again. */
async function chunkCounts({ client, names }: Store, accountId: number): Promise<Map<number, number>> {
  const filter = accountFilter(accountId);
  const facet = async (key: string): Promise<Map<number, number>> => {
    const hits = await client.facet(names.chunks, { key, filter, limit: MAX_ITEMS, exact: true });
    return new Map(hits.map(({ value, count }) => [Number(value), count]));
  };
  const read = { filter, with_payload: ['itemId', 'revision', 'chunks'], limit: MAX_ITEMS };
  const [items, byItem, byRevision] = await Promise.all([
    client.scroll(names.items, read),
    facet('itemId'),
    facet('revision'),
  ]);
  const heads = items.map(
    ({ payload }) => payload as unknown as { itemId: number; revision: number; chunks: number },
  );
  const expected = new Map<number, number>();
  for (const { revision, chunks } of heads) expected.set(revision, (expected.get(revision) ?? 0) + chunks);
  return new Map(
    heads.map(({ itemId, revision }) => {
      const isWhole = (byRevision.get(revision) ?? 0) === expected.get(revision);
      return [itemId, isWhole ? (byItem.get(itemId) ?? 0) : 0];
    }),
  );
}

async function chunkDigests({ client, names }: Store, accountId: number): Promise<Map<number, string>> {
  const points = await client.scroll(names.items, {
    filter: accountFilter(accountId),
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
    if (error instanceof RangeError || error instanceof IndexUnavailableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const why = !(error instanceof QdrantRefusal)
      ? `Qdrant at ${server.urls.join(', ')} does not respond: ${reason}`
      : error.status === 404
        ? `The search index is missing (${reason}). Run "lectern reindex" to build it.`
        : `Qdrant at ${server.urls.join(', ')} rejected the request: ${reason}`;
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

/** Items of one account whose length or language is read; further ones are taken to be in English. */
const MAX_READ_ITEMS = 200_000;
/** Maximum size of a cache for all accounts, at `LANGUAGE_BYTES` per language and `ITEM_BYTES` per item. */
const MAX_BYTES = 32 * 2 ** 20;
const LANGUAGE_BYTES = 100;
const ITEM_BYTES = 40;

/** The length of each item of an account in chunks, which searches ask for, as of the last reading. */
function createItemLengths(
  client: QdrantClient,
  names: Names,
): (accountId: number) => Promise<(itemId: number) => number | undefined> {
  const read = createAccountCache(MAX_BYTES, async ({ accountId }) => {
    const asked = { filter: accountFilter(accountId), with_payload: ['chunks'], limit: MAX_READ_ITEMS };
    const points = await client.scroll(names.items, asked);
    const lengths = new Map(
      points.map(({ id, payload }) => [pointItemId(String(id)), Number(payload!.chunks)]),
    );
    return { value: (itemId: number) => lengths.get(itemId), bytes: points.length * ITEM_BYTES };
  });
  return (accountId) => read({ accountId, publishedOnly: false });
}

/** Languages of one account that are counted. */
const MAX_LANGUAGES = 100;

interface Languages {
  /** Languages of the account's items, or of the published ones, as of the last reading. */
  held(key: AccountKey): Promise<readonly string[]>;
  /** Language of each item, as of the last reading; undefined for every item if all are in English. */
  byItem(accountId: number): Promise<NonNullable<SearchReader['languageOf']>>;
}

/** The languages of an account's items: all by one count, and that of each item where there are several. */
function createLanguages(client: QdrantClient, names: Names): Languages {
  const count = async ({ accountId, publishedOnly }: AccountKey): Promise<string[]> => {
    const filter = accountFilter(accountId, publishedOnly);
    const asked = { key: 'languageCode', filter, limit: MAX_LANGUAGES, exact: true };
    return (await client.counts(names.items, asked)).map(({ value }) => String(value));
  };
  const held = createAccountCache(MAX_BYTES, async (key) => {
    const value = await count(key);
    return { value, bytes: value.length * LANGUAGE_BYTES };
  });
  const byItem = createAccountCache(MAX_BYTES, async (key) => {
    const languages = await count(key);
    if (languages.every((language) => language === ENGLISH))
      return { value: () => undefined, bytes: LANGUAGE_BYTES };
    const points = await client.scroll(names.items, {
      filter: {
        ...accountFilter(key.accountId),
        must_not: [{ key: 'languageCode', match: { value: ENGLISH } }],
      },
      with_payload: ['languageCode'],
      limit: MAX_READ_ITEMS,
    });
    // A string of its own for each item would take more memory than its id.
    const known = new Map<unknown, string>(languages.map((language) => [language, language]));
    const others = new Map(
      points.map(({ id, payload }) => [pointItemId(String(id)), known.get(payload?.languageCode)]),
    );
    const value = (itemId: number): string | undefined => (others.has(itemId) ? others.get(itemId) : ENGLISH);
    return { value, bytes: points.length * ITEM_BYTES };
  });
  return { held, byItem: (accountId) => byItem({ accountId, publishedOnly: false }) };
}
