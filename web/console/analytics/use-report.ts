/** Reads reports. What is on the screen stays until the answer for another period or filter is there. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useAccount } from '../api/account.js';

/** A page of reports is not read again each time that somebody comes back to its tab. */
const STALE_MS = 60_000;

/**
 * @param report names it in the cache
 * @param query that it is read with
 */
export const useReport = <Q extends object, T>(
  report: string,
  query: Q,
  load: (query: Q) => Promise<T>,
  options: { refetchInterval?: number } = {},
): UseQueryResult<T> => {
  const { keys } = useAccount();
  return useQuery({
    queryKey: keys.list('analytics', { report, ...query }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    queryFn: () => load(query),
    ...options,
  });
};

/** Rows at first. */
const FIRST = 7;
/** Rows that each "Show more" adds. */
const MORE = 50;
/** The API returns at most so many at once. */
const MOST = 100;

export interface Rows<T> {
  rows: T[];
  hasMore: boolean;
}

interface RowPage<T> {
  rows: T[];
  /** Undefined where the report has no total. */
  totalRecords?: number;
}

/**
 * Reads a list by and by.
 * @param report names it in the cache
 * @param isShown leaves rows out; many are then read at once, because few of them may be left
 */
export const useRows = <Q extends object, T>(
  report: string,
  query: Q,
  load: (query: Q & { limit: number; offset: number }) => Promise<RowPage<T>>,
  isShown?: (row: T) => boolean,
): UseInfiniteQueryResult<Rows<T>> => {
  const { keys } = useAccount();
  const first = isShown ? MOST : FIRST;
  return useInfiniteQuery({
    queryKey: keys.list('analytics', { report, ...query, first }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset }) => {
      const limit = offset === 0 ? first : MORE;
      const { rows, totalRecords } = await load({ ...query, limit, offset });
      const next = offset + rows.length;
      // Without a total, a page that is full may have one after it.
      return { rows, next: rows.length === limit && next !== totalRecords ? next : null };
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => {
      const rows = pages.flatMap((page) => page.rows);
      return { rows: isShown ? rows.filter(isShown) : rows, hasMore: pages.at(-1)?.next !== null };
    },
  });
};
