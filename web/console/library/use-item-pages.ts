/** The pages of the list that are on the screen: the others are not read. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { itemsQuery, type LibrarySearch } from './selection/library-search.js';

export const PAGE = 50;

export interface ItemPages {
  /** Number of items that match; undefined until the first page is there. */
  total: number | undefined;
  /** The item at an index; undefined until its page is there. */
  at(index: number): Schemas['Item'] | undefined;
  error: Error | null;
  retry(): void;
}

/** @param pages numbers of the pages that are seen, from 0 */
export const useItemPages = (search: LibrarySearch, pages: readonly number[]): ItemPages => {
  const { api, keys } = useAccount();
  const query = itemsQuery(search);
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: keys.list('items', { ...query, page }),
      placeholderData: page === 0 ? keepPreviousData : undefined,
      queryFn: () =>
        unwrap(api.GET('/items', { params: { query: { ...query, _limit: PAGE, _offset: page * PAGE } } })),
    })),
    combine: (results) => ({
      total: results.find(({ data }) => data)?.data?.totalRecords,
      at: (index) => results[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE],
      error: results.find(({ error }) => error)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
  });
};
