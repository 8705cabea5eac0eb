/** Finds the records that events refer to, with one query per kind and batch, and caches them for a few seconds. */
import { LRUCache } from 'lru-cache';
import { isPublicSeries, publicItems } from '../../content/items/visibility.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, existingRows, rowsById } from '../../platform/db/rows.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { NewEvent } from './event.schema.js';

/** For this long, events may still refer to a deleted record. */
const CACHE_TTL_MS = 10_000;
const MAX_ENTRIES = 50_000;

export interface EmbeddingSite {
  id: number;
  allowedOrigins: string[];
}

/** The existing records among those that events refer to. */
export interface References {
  items: ReadonlyMap<number, { durationSecs: number | null }>;
  mediaAssets: ReadonlyMap<number, { itemId: number }>;
  series: ReadonlyMap<number, object>;
  collections: ReadonlyMap<number, object>;
  sites: ReadonlyMap<string, EmbeddingSite>;
}

export type FindReferences = (accountId: number, events: readonly NewEvent[]) => Promise<References>;

interface ReferenceCache {
  find: FindReferences;
  /** Empties the cache. */
  clear(): void;
}

/** Queries that find records by id. */
interface Sources {
  items(db: Db, accountId: number, ids: number[], now: string): Promise<References['items']>;
  mediaAssets(db: Db, accountId: number, ids: number[], now: string): Promise<References['mediaAssets']>;
  series(db: Db, accountId: number, ids: number[]): Promise<References['series']>;
}

/** For the account's servers: all records that are not deleted. */
export const allRecords: Sources = {
  items: (db, accountId, ids) => rowsById(db, 'item', accountId, ids),
  mediaAssets: (db, accountId, ids) => rowsById(db, 'mediaAsset', accountId, ids),
  series: async (db, accountId, ids) => asMap(await existingIds(db, 'series', accountId, ids)),
};

/** For browsers: only public records, so that responses do not reveal whether others exist. */
export const publicSources: Sources = {
  items: async (db, accountId, ids, now) =>
    byId(
      await publicItems(db, accountId, now)
        .select(['item.id', 'item.durationSecs'])
        .where('item.id', 'in', ids)
        .execute(),
    ),
  mediaAssets: async (db, accountId, ids, now) =>
    byId(
      await publicItems(db, accountId, now)
        .innerJoin('mediaAsset', 'mediaAsset.itemId', 'item.id')
        .select(['mediaAsset.id', 'mediaAsset.itemId'])
        .where('mediaAsset.accountId', '=', accountId)
        .where('mediaAsset.id', 'in', ids)
        .where('mediaAsset.status', '=', 'ready')
        .where('mediaAsset.deletedDate', 'is', null)
        .execute(),
    ),
  series: async (db, accountId, ids) =>
    byId(
      await existingRows(db, 'series', accountId)
        .select('id')
        .where('id', 'in', ids)
        .where(isPublicSeries)
        .execute(),
    ),
};

const byId = <R extends { id: number }>(rows: readonly R[]): Map<number, R> =>
  new Map(rows.map((row) => [row.id, row]));

export const createReferenceCache = ({
  db,
  clock,
  sources,
}: {
  db: Db;
  clock: Clock;
  sources: Sources;
}): ReferenceCache => {
  const items = cached(clock, (accountId, ids: number[]) =>
    sources.items(db, accountId, ids, isoTime(clock)),
  );
  const mediaAssets = cached(clock, (accountId, ids: number[]) =>
    sources.mediaAssets(db, accountId, ids, isoTime(clock)),
  );
  const series = cached(clock, (accountId, ids: number[]) => sources.series(db, accountId, ids));
  const collections = cached(clock, async (accountId, ids: number[]) =>
    asMap(await existingIds(db, 'collection', accountId, ids)),
  );
  const sites = cached(clock, (accountId, tokens: string[]) => sitesByToken(db, accountId, tokens));

  const find: FindReferences = async (accountId, events) => ({
    items: await items.of(accountId, valuesOf(events, 'itemId')),
    mediaAssets: await mediaAssets.of(accountId, valuesOf(events, 'mediaAssetId')),
    series: await series.of(accountId, valuesOf(events, 'seriesId')),
    collections: await collections.of(accountId, valuesOf(events, 'collectionId')),
    sites: await sites.of(accountId, valuesOf(events, 'embedToken')),
  });
  const caches = [items, mediaAssets, series, collections, sites];
  return { find, clear: () => caches.forEach((cache) => cache.clear()) };
};

/** The distinct values of a field that only some event types have. */
const valuesOf = <V>(events: readonly NewEvent[], field: string): V[] => {
  const values = new Set<V>();
  for (const event of events) {
    const value = (event as Record<string, unknown>)[field];
    if (value !== undefined && value !== null) values.add(value as V);
  }
  return [...values];
};

const asMap = (ids: ReadonlySet<number>): Map<number, object> => new Map([...ids].map((id) => [id, {}]));

const sitesByToken = async (
  db: Db,
  accountId: number,
  tokens: readonly string[],
): Promise<Map<string, EmbeddingSite>> => {
  const rows = await existingRows(db, 'embedToken', accountId)
    .select(['id', 'token', 'allowedOrigins'])
    .where('token', 'in', tokens)
    .execute();
  return new Map(
    rows.map(({ id, token, allowedOrigins }) => [
      token,
      { id, allowedOrigins: JSON.parse(allowedOrigins) as string[] },
    ]),
  );
};

/** Caches found records only; missing ones are looked up again. */
const cached = <K, V extends object>(
  clock: Clock,
  load: (accountId: number, keys: K[]) => Promise<ReadonlyMap<K, V>>,
) => {
  // Created on first use: allocating a cache of this size takes milliseconds, and few processes receive events.
  let made: LRUCache<string, V> | undefined;
  const cacheOf = (): LRUCache<string, V> =>
    (made ??= new LRUCache<string, V>({
      max: MAX_ENTRIES,
      ttl: CACHE_TTL_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    }));
  const of = async (accountId: number, keys: readonly K[]): Promise<Map<K, V>> => {
    const found = new Map<K, V>();
    const missing: K[] = [];
    if (keys.length === 0) return found;
    const cache = cacheOf();
    for (const key of keys) {
      const value = cache.get(`${accountId}/${String(key)}`);
      if (value) found.set(key, value);
      else missing.push(key);
    }
    if (missing.length === 0) return found;
    for (const [key, value] of await load(accountId, missing)) {
      found.set(key, value);
      cache.set(`${accountId}/${String(key)}`, value);
    }
    return found;
  };
  return { of, clear: () => made?.clear() };
};
