/** Provides the number of chunks of each item: from memory or, failing that, counted periodically by the engine. */
import { LRUCache } from 'lru-cache';
import type { SearchIndex, SearchReader } from '../ports.js';

/**
 * Maximum number of cached accounts, and lifetime of their counts in ms. Newer items are assumed to have the
 * usual length.
 */
const COUNTED = { max: 100, ttl: 5 * 60_000 };

/** By item id; undefined if unknown. */
export type ChunksOf = (itemId: number) => number | undefined;

/** @throws {IndexUnavailableError} from the returned function */
export function createChunkCounts(
  index: Pick<SearchIndex, 'chunkCounts'>,
): (reader: SearchReader, accountId: number) => Promise<ChunksOf> {
  const counted = new LRUCache<number, Promise<Map<number, number>>>(COUNTED);
  const count = (accountId: number): Promise<Map<number, number>> => {
    const counting = index.chunkCounts(accountId).catch((error: unknown) => {
      counted.delete(accountId);
      throw error;
    });
    counted.set(accountId, counting);
    return counting;
  };
  return async (reader, accountId) => {
    if (reader.chunksOf) return (itemId) => reader.chunksOf!(itemId);
    const counts = await (counted.get(accountId) ?? count(accountId));
    return (itemId) => counts.get(itemId);
  };
}
