/** What events name, as the account has it: asked of SQL once a kind and batch, and remembered for some seconds. */
import type { Db } from '../../platform/db/dialect.js';
import { existingIds, rowsById } from '../../platform/db/rows.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { NewEvent } from './event.schema.js';

/** A record that was deleted is still taken for so long. */
const CACHE_TTL_MS = 10_000;
const MOST_REMEMBERED = 50_000;

export interface EmbeddingSite {
  id: number;
  allowedOrigins: string[];
}

export interface ReferenceCache {
  items: ReadonlyMap<number, { durationSecs: number | null }>;
  mediaAssets: ReadonlyMap<number, { itemId: number }>;
  series: ReadonlyMap<number, unknown>;
  collections: ReadonlyMap<number, unknown>;
  sites: ReadonlyMap<string, EmbeddingSite>;
}

export type FindRecords = (accountId: number, events: readonly NewEvent[]) => Promise<ReferenceCache>;

export const createReferenceCache = ({ db, clock }: { db: Db; clock: Clock }): FindRecords => {
  const items = remembering(clock, async (accountId, ids: number[]) => rowsById(db, 'item', accountId, ids));
  const mediaAssets = remembering(clock, async (accountId, ids: number[]) =>
    rowsById(db, 'mediaAsset', accountId, ids),
  );
  const series = remembering(clock, async (accountId, ids: number[]) =>
    asMap(await existingIds(db, 'series', accountId, ids)),
  );
  const collections = remembering(clock, async (accountId, ids: number[]) =>
    asMap(await existingIds(db, 'collection', accountId, ids)),
  );
  const sites = remembering(clock, (accountId, tokens: string[]) => sitesByToken(db, accountId, tokens));

  return async (accountId, events) => ({
    items: await items(accountId, named(events, 'itemId')),
    mediaAssets: await mediaAssets(accountId, named(events, 'mediaAssetId')),
    series: await series(accountId, named(events, 'seriesId')),
    collections: await collections(accountId, named(events, 'collectionId')),
    sites: await sites(accountId, named(events, 'embedToken')),
  });
};

/** The values of a field that not every kind of event has. */
const named = <V>(events: readonly NewEvent[], field: string): V[] => {
  const values = new Set<V>();
  for (const event of events) {
    const value = (event as Record<string, unknown>)[field];
    if (value !== undefined && value !== null) values.add(value as V);
  }
  return [...values];
};

const asMap = (ids: ReadonlySet<number>): Map<number, true> => new Map([...ids].map((id) => [id, true]));

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

/** What was found is remembered; what was not is asked for again. */
const remembering = <K, V>(clock: Clock, load: (accountId: number, keys: K[]) => Promise<Map<K, V>>) => {
  const memory = new Map<string, { value: V; until: number }>();
  return async (accountId: number, keys: readonly K[]): Promise<Map<K, V>> => {
    const now = clock.now().getTime();
    const found = new Map<K, V>();
    const missing: K[] = [];
    for (const key of keys) {
      const known = memory.get(`${accountId}/${String(key)}`);
      if (known && known.until > now) found.set(key, known.value);
      else missing.push(key);
    }
    if (missing.length === 0) return found;
    if (memory.size > MOST_REMEMBERED) memory.clear();
    for (const [key, value] of await load(accountId, missing)) {
      found.set(key, value);
      memory.set(`${accountId}/${String(key)}`, { value, until: now + CACHE_TTL_MS });
    }
    return found;
  };
};
