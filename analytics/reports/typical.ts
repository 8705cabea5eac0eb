/** Report on an item beside the library's usual item of the same age. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { DateRange } from './range.js';
import { paramsOf, sessions, type ReportScope } from './scope.js';

/** Days since publication. */
export const TYPICAL_AGES = [1, 7, 30, 90] as const;
const DAY_MS = 86_400_000;

export interface AgeMetrics {
  plays: number;
  watchSeconds: number;
}

export interface AtAge extends AgeMetrics {
  days: (typeof TYPICAL_AGES)[number];
  /** Whether the item is that old; otherwise its figures are those of its life so far. */
  isComplete: boolean;
  /** Medians of the other items that are that old, and how many they are; null if there are none. */
  usual: ({ items: number } & AgeMetrics) | null;
}

/** An item and when it was published, ms since 1970. */
export interface PublishedItem {
  itemId: number;
  publishedAt: number;
}

/**
 * @param item the item in question
 * @param others items to compare it with
 * @param now ms since 1970
 */
export const typical = async (
  clickHouse: ClickHouse,
  { accountId, range }: { accountId: number; range: DateRange },
  item: PublishedItem,
  others: readonly PublishedItem[],
  now: number,
): Promise<AtAge[]> => {
  const all = [item, ...others.filter(({ itemId }) => itemId !== item.itemId)];
  const from = all.reduce((first, { publishedAt }) => Math.min(first, publishedAt), now);
  const scope: ReportScope = {
    accountId,
    range: { ...range, from, to: Math.max(now, from + 1) },
    filter: { itemIds: all.map(({ itemId }) => itemId) },
  };
  const rows = await clickHouse.query<{ itemId: number; plays: number[]; watched: number[] }>(
    `SELECT itemId, [${columns((within) => `countIf(play = 1 AND ${within})`)}] AS plays,
  [${columns((within) => `sumIf(watched, ${within})`)}] AS watched
FROM (
SELECT *, start - transform(itemId, {itemIds:Array(UInt64)}, {published:Array(Int64)}, toInt64(0)) AS age
FROM ${sessions(scope)}
) GROUP BY itemId`,
    { ...paramsOf(scope), published: all.map(({ publishedAt }) => publishedAt) },
  );
  const found = new Map(rows.map((row) => [row.itemId, row]));
  const atAge = ({ itemId }: PublishedItem, age: number): AgeMetrics => ({
    plays: found.get(itemId)?.plays[age] ?? 0,
    watchSeconds: (found.get(itemId)?.watched[age] ?? 0) / 1000,
  });
  return TYPICAL_AGES.map((days, age) => {
    const isOld = ({ publishedAt }: PublishedItem): boolean => publishedAt + days * DAY_MS <= now;
    const usual = all.slice(1).filter(isOld);
    const median = (metric: keyof AgeMetrics): number =>
      medianOf(usual.map((other) => atAge(other, age)[metric]));
    return {
      days,
      isComplete: isOld(item),
      ...atAge(item, age),
      usual:
        usual.length === 0
          ? null
          : { items: usual.length, plays: median('plays'), watchSeconds: median('watchSeconds') },
    };
  });
};

const columns = (of: (within: string) => string): string =>
  TYPICAL_AGES.map((days) => of(`age >= 0 AND age < ${days * DAY_MS}`)).join(', ');

/** @param values at least one */
const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
