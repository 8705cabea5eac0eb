/** How many chunks items have: known in memory, elsewhere counted by the engine now and then. */
import { LRUCache } from 'lru-cache';
import type { SearchIndex, SearchReader } from '../ports.js';

/** Accounts, and how long their counts are kept, ms: an item that is newer is taken for one of usual length. */
const COUNTED = { max: 100, ttl: 5 * 60_000 };

/** By item id; undefined where it is not known. */
export type ChunksOf = (itemId: number) => number | undefined;

/** @throws {IndexUnavailableError} by what it returns */
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
