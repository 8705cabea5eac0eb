/** Loads the results of a view. A new request cancels the one before. */
import {
  ApiError,
  type Api,
  type Facets,
  type Item,
  type Result,
  type SearchResponse,
  type Series,
} from '../api.js';
import { isSearch, PAGE_SIZE, resultsKey, searchParams, type Facet, type View } from './view.js';

/** A result, with the values that a click on it reports. */
export interface Found extends Result {
  /** Null if no search was recorded. */
  searchId: string | null;
  /** Position in the results, from 1. */
  rank: number;
}

export interface Results {
  key: string;
  /** Search id of the first page; null if no search was recorded. */
  searchId: string | null;
  pages: number;
  found: Found[];
  /** The closest items, when nothing is found. */
  related: Found[];
  total: number;
  totalIsExact: boolean;
  hasMore: boolean;
  facets: Facets;
  interpretation: SearchResponse['interpretation'];
  /** All series of the library, when there is no search. */
  series: Series[];
}

/** The maximum that one request may ask for. */
const MAX_LIMIT = 50;
const MAX_SERIES = 12;
/** Passages per result. */
const PASSAGES = 2;

interface Page<T> {
  limit: number;
  offset: number;
  totalRecords: number;
  hasMore: boolean;
  records: T[];
}

/** Reads the records of all pages up to `count`, in as few requests as possible. */
const upTo = async <T>(
  from: number,
  count: number,
  read: (limit: number, offset: number) => Promise<Page<T>>,
): Promise<Page<T>> => {
  let last = await read(Math.min(MAX_LIMIT, count - from), from);
  const records = [...last.records];
  while (last.hasMore && from + records.length < count) {
    last = await read(Math.min(MAX_LIMIT, count - from - records.length), from + records.length);
    if (last.records.length === 0) break;
    records.push(...last.records);
  }
  return { ...last, records };
};

/** Results that score below this share of the best one are about something else, or chance hits. */
const SIMILAR = 0.1;

/** How many leading results score at least `SIMILAR` times the best score. */
const similarOf = (found: readonly Found[]): number => {
  const best = found[0]?.score ?? 0;
  const less = found.findIndex(({ score }) => score !== null && score < SIMILAR * best);
  return less < 0 ? found.length : less;
};

/** What a view shows of its results: those similar to the best one, unless it asks for all; counted as shown. */
export const shownOf = (results: Results, { pages, all }: View): Results & { isCut: boolean } => {
  const loaded = results.found.slice(0, pages * PAGE_SIZE);
  const found = all ? loaded : loaded.slice(0, similarOf(loaded));
  const isCut = found.length < loaded.length;
  return { ...results, found, ...(isCut && { total: found.length, totalIsExact: true }), isCut };
};

/** A list without a query is not a search. */
const searchIdOf = ({ mode, searchId }: SearchResponse): string | null =>
  mode === 'browse' ? null : searchId;

const relatedOf = (answer: SearchResponse): Found[] =>
  answer.related.map((one, at) => ({ ...one, searchId: searchIdOf(answer), rank: at + 1 }));

export interface ResultLoader {
  readonly api: Api;
  /**
   * @param before current results, to which the view may add pages
   * @returns undefined when a later request has replaced this one
   * @throws {ApiError}
   */
  load(view: View, facets: readonly Facet[], before: Results | undefined): Promise<Results | undefined>;
  /** Cancels the current request. */
  stop(): void;
}

/** @param lang language of the page */
export const createResultLoader = (api: Api, lang: () => string): ResultLoader => {
  let current: AbortController | undefined;

  const search = async (
    view: View,
    facets: readonly Facet[],
    from: number,
    signal: AbortSignal,
  ): Promise<Results> => {
    let first: SearchResponse | undefined;
    let last: SearchResponse | undefined;
    const read = async (limit: number, offset: number): Promise<Page<Found>> => {
      // Facets cover all results, so only the first page requests them.
      const params = {
        ...searchParams(view, offset === 0 ? facets : [], lang()),
        limit,
        offset,
        passages: PASSAGES,
      };
      last = await api.get<SearchResponse>('/search', params, signal);
      first ??= last;
      const searchId = searchIdOf(last);
      const records = last.results.map((result, at) => ({ ...result, searchId, rank: offset + at + 1 }));
      return { ...last, records };
    };
    const { records, hasMore } = await upTo(from, view.pages * PAGE_SIZE, read);
    if (!first || !last) throw new ApiError('server');
    return {
      key: resultsKey(view),
      searchId: searchIdOf(first),
      pages: view.pages,
      found: records,
      related: relatedOf(first),
      total: last.totalRecords,
      totalIsExact: last.totalIsExact,
      hasMore,
      facets: first.facets ?? {},
      interpretation: first.interpretation,
      series: [],
    };
  };

  const browse = async (view: View, from: number, signal: AbortSignal): Promise<Results> => {
    const read = async (limit: number, offset: number): Promise<Page<Item>> => {
      const { items, ...page } = await api.get<Omit<Page<Item>, 'records'> & { items: Item[] }>(
        '/items',
        { limit, offset },
        signal,
      );
      return { ...page, records: items };
    };
    const [items, { series }] = await Promise.all([
      upTo(from, view.pages * PAGE_SIZE, read),
      from > 0 ? { series: [] } : api.get<{ series: Series[] }>('/series', { limit: MAX_SERIES }, signal),
    ]);
    return {
      key: resultsKey(view),
      searchId: null,
      pages: view.pages,
      found: items.records.map((item, at) => ({
        item,
        passages: [],
        score: null,
        searchId: null,
        rank: from + at + 1,
      })),
      related: [],
      total: items.totalRecords,
      totalIsExact: true,
      hasMore: items.hasMore,
      facets: {},
      interpretation: { language: null },
      series: series.filter(({ itemCount }) => itemCount > 0),
    };
  };

  return {
    api,
    stop: () => current?.abort(),
    load: async (view, facets, before) => {
      current?.abort();
      const mine = (current = new AbortController());
      const goesOn = before?.key === resultsKey(view) && before.pages < view.pages;
      const from = goesOn ? before.found.length : 0;
      try {
        const results = isSearch(view)
          ? await search(view, facets, from, mine.signal)
          : await browse(view, from, mine.signal);
        if (mine.signal.aborted) return undefined;
        return goesOn
          ? {
              ...before,
              found: [...before.found, ...results.found],
              pages: view.pages,
              hasMore: results.hasMore,
            }
          : results;
      } catch (error) {
        if (mine.signal.aborted) return undefined;
        throw error;
      }
    },
  };
};
