/** Ranks suggestions: fewest typos, then whole words, then texts that start with what was typed, then weight. */

export const TYPES = ['scripture', 'topic', 'series', 'speaker', 'item'] as const;
export type SuggestionType = (typeof TYPES)[number];

export interface AutocompleteRecord {
  type: Exclude<SuggestionType, 'scripture'>;
  id: number;
  text: string;
  /** Breaks ties between equal matches; 0 to 31. See `countWeight` and `dateWeight`. */
  weight: number;
}

export interface Completion {
  record: AutocompleteRecord;
  typos: number;
  /** Lower is better; comparable with the ranks of scriptures. */
  rank: number;
}

/** With this many results, those with more typos are dropped. */
export const ENOUGH = 3;

const MAX_WEIGHT = 32;
const DAYS_TO_COUNT = 365.25 * 250;

/** The weight of a record with `count` items: 1 for one item, one more for each doubling; 0 without items. */
export const countWeight = (count: number): number => Math.min(MAX_WEIGHT - 1, Math.log2(1 + count));

/**
 * The weight of an item: less than that of any record with items, and greater for later dates.
 * @param date YYYY-MM-DD
 */
export const dateWeight = (date: string): number => {
  const days = Date.parse(date) / 86_400_000 + DAYS_TO_COUNT / 2;
  return Number.isFinite(days) ? Math.min(0.999, Math.max(0, days / DAYS_TO_COUNT)) : 0;
};

/**
 * @param prefixes number of the query's words that match only as a prefix
 * @param late whether the text starts with a word that the query does not contain
 */
export const rankOf = (typos: number, prefixes: number, late: boolean, weight: number): number =>
  (typos * 16 + prefixes) * 2 + (late ? 1 : 0) + 1 - weight / MAX_WEIGHT;

/** Collects the best `limit` of each type, keeping the earlier of equals first, and counts all results by typos. */
export function createTopK(limit: number) {
  const top = new Map<SuggestionType, Completion[]>(TYPES.map((type) => [type, []]));
  const withTypos: number[] = [];
  return {
    withTypos,
    offer: (record: AutocompleteRecord, typos: number, rank: number): void => {
      withTypos[typos] = (withTypos[typos] ?? 0) + 1;
      const best = top.get(record.type)!;
      if (best.length >= limit && rank >= best[limit - 1]!.rank) return;
      let position = best.length;
      while (position > 0 && rank < best[position - 1]!.rank) position--;
      best.splice(position, 0, { record, typos, rank });
      if (best.length > limit) best.pop();
    },
    found: (): Completion[] => [...top.values()].flat().sort((a, b) => a.rank - b.rank),
  };
}

/** Number of results by number of typos. */
const countTypos = (found: readonly { typos: number }[]): number[] => {
  const counts: number[] = [];
  for (const { typos } of found) counts[typos] = (counts[typos] ?? 0) + 1;
  return counts;
};

/**
 * Drops results with more typos than needed for enough results.
 * @param withTypos number of results by number of typos
 */
export function withinTypos<T extends { typos: number }>(
  found: readonly T[],
  withTypos: readonly number[] = countTypos(found),
): T[] {
  let most = 0;
  let sum = withTypos[0] ?? 0;
  while (sum < ENOUGH && most + 1 < withTypos.length) sum += withTypos[++most] ?? 0;
  return found.filter(({ typos }) => typos <= most);
}

/** The first `limit`, but at most half of one type if other types match with as few typos. */
export function limitTypes<T extends { type: SuggestionType; typos: number }>(
  found: readonly T[],
  limit: number,
): T[] {
  const share = Math.ceil(limit / 2);
  const counts = new Map<SuggestionType, number>();
  const typos = new Map<number, { first: T[]; rest: T[] }>();
  for (const one of found) {
    const level = typos.get(one.typos) ?? { first: [], rest: [] };
    typos.set(one.typos, level);
    const count = counts.get(one.type) ?? 0;
    counts.set(one.type, count + 1);
    (count < share ? level.first : level.rest).push(one);
  }
  return [...typos]
    .sort(([a], [b]) => a - b)
    .flatMap(([, { first, rest }]) => [...first, ...rest])
    .slice(0, limit);
}
