/** The records that events refer to: looked up once for each kind and batch, and cached for some seconds. */
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, rowsById } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { NewEvent } from './event.schema.js';

/** Events may refer to a deleted record for this long. */
const CACHE_TTL_MS = 10_000;
const MAX_ENTRIES = 50_000;

export interface EmbeddingSite {
  id: number;
  allowedOrigins: string[];
}

/** The records that exist in the account, of those that some events refer to. */
export interface References {
  items: ReadonlyMap<number, { durationSecs: number | null }>;
  mediaAssets: ReadonlyMap<number, { itemId: number }>;
  series: ReadonlyMap<number, object>;
  collections: ReadonlyMap<number, object>;
  sites: ReadonlyMap<string, EmbeddingSite>;
}

export type FindReferences = (accountId: number, events: readonly NewEvent[]) => Promise<References>;

export const createReferenceCache = ({ db, clock }: { db: Db; clock: Clock }): FindReferences => {
  const items = cached(clock, (accountId, ids: number[]) => rowsById(db, 'item', accountId, ids));
  const mediaAssets = cached(clock, async (accountId, ids: number[]) =>
    rowsById(db, 'mediaAsset', accountId, ids),
  );
  const series = cached(clock, async (accountId, ids: number[]) =>
    asMap(await existingIds(db, 'series', accountId, ids)),
  );
  const collections = cached(clock, async (accountId, ids: number[]) =>
    asMap(await existingIds(db, 'collection', accountId, ids)),
  );
  const sites = cached(clock, (accountId, tokens: string[]) => sitesByToken(db, accountId, tokens));

  return async (accountId, events) => ({
    items: await items(accountId, valuesOf(events, 'itemId')),
    mediaAssets: await mediaAssets(accountId, valuesOf(events, 'mediaAssetId')),
    series: await series(accountId, valuesOf(events, 'seriesId')),
    collections: await collections(accountId, valuesOf(events, 'collectionId')),
    sites: await sites(accountId, valuesOf(events, 'embedToken')),
  });
};

/** The values of a field that not every kind of event has. */
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
  const rows = await db
    .selectFrom('embedToken')
    .select(['id', 'token', 'allowedOrigins'])
    .where('accountId', '=', accountId)
    .where('token', 'in', [...tokens])
    .where('deletedDate', 'is', null)
    .execute();
  return new Map(
    rows.map(({ id, token, allowedOrigins }) => [
      token,
      { id, allowedOrigins: JSON.parse(allowedOrigins) as string[] },
    ]),
  );
};

/** Caches what was found; what was not found is looked up again. */
const cached = <K, V extends object>(
  clock: Clock,
  load: (accountId: number, keys: K[]) => Promise<Map<K, V>>,
) => {
  const cache = new LRUCache<string, V>({
    max: MAX_ENTRIES,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return async (accountId: number, keys: readonly K[]): Promise<Map<K, V>> => {
    const found = new Map<K, V>();
    const missing: K[] = [];
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
};
