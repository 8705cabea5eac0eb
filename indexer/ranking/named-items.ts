/** Ranks items first whose speaker, series or topic the query names. */
import type { RankedItem } from './rank.js';
import type { NamedItems } from '../query/request.js';
import { SCRIPTURE_TIERS } from './fetch-all.js';

/** Returns an item's tier: by how many of the query's names it has, then by the scripture tier. */
export function namedTier(
  { itemIds, counts }: NamedItems,
  scriptureTier?: (itemId: number) => number,
): (itemId: number) => number {
  const byItem = new Map(itemIds.map((itemId, at) => [itemId, counts[at]!]));
  const countOf = (itemId: number): number => byItem.get(itemId) ?? 0;
  if (!scriptureTier) return countOf;
  return (itemId) => countOf(itemId) * SCRIPTURE_TIERS + scriptureTier(itemId);
}

/** For queries that consist of names only: the named items newest first, with the score of a certain result. */
export function newestFirst<T extends { item: RankedItem; score: number }>(
  scored: readonly T[],
  { itemIds, names }: NamedItems,
): T[] {
  const places = new Map(itemIds.map((itemId, at) => [itemId, at]));
  const placeOf = ({ item }: T): number => places.get(item.item.itemId) ?? Infinity;
  const named = scored.filter((one) => placeOf(one) < Infinity);
  const others = scored.filter((one) => placeOf(one) === Infinity);
  return [
    ...named
      .map((one) => ({ ...one, score: (1 + one.item.tier) / (1 + names) }))
      .sort((a, b) => b.score - a.score || placeOf(a) - placeOf(b)),
    ...others,
  ];
}
