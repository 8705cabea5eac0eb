/** The collections, series, speakers and topics that fields of an item choose from. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

const PAGE = 100;
/** A select with more entries than these needs a search on the server. */
const MAX_PAGES = 10;
/** These lists change rarely, and any change made here reads them anew. */
const STALE_MS = 60_000;

/** Reads a list page by page. */
export const readAll = async <T>(
  page: (query: { _limit: number; _offset: number }) => Promise<{ records: T[]; hasMore: boolean }>,
): Promise<T[]> => {
  const all: T[] = [];
  for (let number = 0; number < MAX_PAGES; number++) {
    const { records, hasMore } = await page({ _limit: PAGE, _offset: number * PAGE });
    all.push(...records);
    if (!hasMore) break;
  }
  return all;
};

export const useCollections = (enabled = true): UseQueryResult<Schemas['Collection'][]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('collections'),
    enabled,
    staleTime: STALE_MS,
    queryFn: () =>
      readAll(async (query) => {
        const { collections, hasMore } = await unwrap(api.GET('/collections', { params: { query } }));
        return { records: collections, hasMore };
      }),
  });
};

export const useSpeakers = (enabled = true): UseQueryResult<Schemas['Speaker'][]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('speakers'),
    enabled,
    staleTime: STALE_MS,
    queryFn: () =>
      readAll(async (page) => {
        const query = { ...page, '_orderBy[]': ['name,ASC'] };
        const { speakers, hasMore } = await unwrap(api.GET('/speakers', { params: { query } }));
        return { records: speakers, hasMore };
      }),
  });
};

export const useSeries = (collectionId: number): UseQueryResult<Schemas['Series'][]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('series', { collectionId }),
    staleTime: STALE_MS,
    queryFn: () =>
      readAll(async (page) => {
        const query = { ...page, collectionId };
        const { series, hasMore } = await unwrap(api.GET('/series', { params: { query } }));
        return { records: series, hasMore };
      }),
  });
};

export const useTopics = (enabled = true): UseQueryResult<Schemas['Topic'][]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('topics'),
    enabled,
    staleTime: STALE_MS,
    queryFn: () =>
      readAll(async (page) => {
        const query = { ...page, '_orderBy[]': ['name,ASC'] };
        const { topics, hasMore } = await unwrap(api.GET('/topics', { params: { query } }));
        return { records: topics, hasMore };
      }),
  });
};

export const useAllSeries = (enabled = true): UseQueryResult<Schemas['Series'][]> => {
  const { api, keys } = useAccount();
  return useQuery({
    queryKey: keys.list('series'),
    enabled,
    staleTime: STALE_MS,
    queryFn: () =>
      readAll(async (page) => {
        const query = { ...page, '_orderBy[]': ['title,ASC'] };
        const { series, hasMore } = await unwrap(api.GET('/series', { params: { query } }));
        return { records: series, hasMore };
      }),
  });
};
