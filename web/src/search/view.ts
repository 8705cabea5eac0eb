/** The view of a search component, and how it is written to the page's URL. */
import type { Params } from '../api.js';

/** The facets, with the query parameter that filters by each. */
export const FACETS = {
  speaker: 'speakerId',
  series: 'seriesId',
  collection: 'collectionId',
  topic: 'topicId',
  book: 'book',
  year: 'year',
  language: 'language',
} as const;
const ID = /^[1-9]\d{0,14}$/;
/** What the server accepts. */
const VALUES: Record<string, RegExp> = { book: /^\w{3}$/, language: /^[a-z]{2,3}$/i };
export type Facet = keyof typeof FACETS;
const facetNames = Object.keys(FACETS) as Facet[];

export interface View {
  q: string;
  filters: Partial<Record<Facet, string>>;
  /** How many pages of results are shown, from 1. */
  pages: number;
  /** Whether spelling correction is turned off. */
  exact: boolean;
  /** Whether a scripture in the query is treated as plain words. */
  asWords: boolean;
  /** Whether names in the query are treated as plain words. */
  namesOff: boolean;
  /** Whether less relevant results are shown as well. */
  all: boolean;
  /** Slug or id of the open item. */
  item: string | null;
  /** Start of the open item, in seconds. */
  start: number | null;
  /** The paragraph to scroll to in an open text without times, from 0. */
  paragraph: number | null;
}

/** No item is open. */
export const CLOSED = { item: null, start: null, paragraph: null } as const;

export const NOTHING: View = {
  q: '',
  filters: {},
  pages: 1,
  exact: false,
  asWords: false,
  namesOff: false,
  all: false,
  ...CLOSED,
};

export const PAGE_SIZE = 10;
const MAX_PAGES = 20;
/** The server's limit. */
const MAX_QUERY = 500;

export const hasFilters = ({ filters }: View): boolean =>
  Object.values(filters).some((value) => value !== undefined);
/** Whether there is a query or a filter; otherwise the latest items are shown. */
export const isSearch = (view: View): boolean => view.q !== '' || hasFilters(view);

/** Cache key of a view's results, independent of the number of pages and the open item. */
export const resultsKey = ({ q, filters, exact, asWords, namesOff }: View): string =>
  JSON.stringify([q, facetNames.map((name) => filters[name] ?? ''), exact, asWords, namesOff]);

/** Parses a view from a URL, and drops values that the server would reject. */
export const readView = (address: URLSearchParams): View => {
  const filters: View['filters'] = {};
  for (const name of facetNames) {
    const value = address.get(name)?.trim() ?? '';
    if ((VALUES[name] ?? ID).test(value)) filters[name] = value;
  }
  const pages = Number(address.get('page'));
  const start = Number(address.get('t') ?? NaN);
  const paragraph = /^\d{1,6}$/.exec(address.get('p') ?? '')?.[0];
  return {
    q: Array.from((address.get('q') ?? '').trim())
      .slice(0, MAX_QUERY)
      .join(''),
    filters,
    pages: Number.isInteger(pages) ? Math.min(Math.max(pages, 1), MAX_PAGES) : 1,
    exact: address.get('spelling') === 'exact',
    asWords: address.get('scripture') === 'off',
    namesOff: address.get('names') === 'off',
    all: address.get('all') === 'on',
    item: address.get('item') || null,
    start: start >= 0 ? start : null,
    paragraph: paragraph === undefined ? null : Number(paragraph),
  };
};

/** The page's URL with the view in it. Other parameters of the URL stay. */
export const viewUrl = (view: View, page: string): URL => {
  const url = new URL(page);
  const values: Record<string, string | null> = {
    q: view.q || null,
    ...Object.fromEntries(facetNames.map((name) => [name, view.filters[name] ?? null])),
    page: view.pages > 1 ? String(view.pages) : null,
    spelling: view.exact ? 'exact' : null,
    scripture: view.asWords ? 'off' : null,
    names: view.namesOff ? 'off' : null,
    all: view.all ? 'on' : null,
    item: view.item,
    t: view.item !== null && view.start !== null ? String(Math.floor(view.start)) : null,
    p: view.item !== null && view.paragraph !== null ? String(view.paragraph) : null,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
};

/** The search parameters of a view, without paging. */
export const searchParams = (view: View, facets: readonly Facet[], lang: string): Params => ({
  q: view.q || undefined,
  lang: lang || undefined,
  ...Object.fromEntries(facetNames.map((name) => [FACETS[name], view.filters[name]])),
  facets: facets.join(',') || undefined,
  spelling: view.exact ? 'exact' : undefined,
  scripture: view.asWords ? 'off' : undefined,
  names: view.namesOff ? 'off' : undefined,
});
