/** One page of a list of records. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAccount } from '../../api/account.js';
import type { Resource } from '../../api/keys.js';

export const PAGE_SIZE = 50;

export interface RecordPage<T> {
  records: T[];
  totalRecords: number;
}

export interface PageQuery {
  _limit: number;
  _offset: number;
  _q?: string;
}

export interface PageSource<T> {
  resource: Resource;
  /** What the list is filtered by, besides the words searched for. */
  filters?: Readonly<Record<string, unknown>>;
  load(query: PageQuery): Promise<RecordPage<T>>;
  /** How often the page is read while somebody looks at it; false for not at all. */
  refetchInterval?: (records: readonly T[]) => number | false;
}

export const useRecordPage = <T>(
  { resource, filters = {}, load, refetchInterval }: PageSource<T>,
  { q, page = 1, enabled }: { q?: string; page?: number; enabled: boolean },
): UseQueryResult<RecordPage<T>> => {
  const { keys } = useAccount();
  return useQuery({
    queryKey: keys.list(resource, { ...filters, q, page }),
    enabled,
    placeholderData: keepPreviousData,
    queryFn: () =>
      load({ _limit: PAGE_SIZE, _offset: (page - 1) * PAGE_SIZE, ...(q !== undefined && { _q: q }) }),
    refetchInterval: ({ state: { data } }) =>
      data && refetchInterval ? refetchInterval(data.records) : false,
  });
};
