/** What a visitor looks at, and how the page's address says it. */
import type { Params } from '../api.js';

/** The facets of a search, with the parameter that filters by each. */
export const FACETS = {
  speaker: 'speakerId',
  series: 'seriesId',
  collection: 'collectionId',
  topic: 'topicId',
  book: 'book',
  year: 'year',
} as const;
export type Facet = keyof typeof FACETS;
const facetNames = Object.keys(FACETS) as Facet[];

export interface View {
  q: string;
  filters: Partial<Record<Facet, string>>;
  /** How many pages of results are shown, from 1. */
  pages: number;
  /** Whether the words are searched as they are typed. */
  exact: boolean;
  /** Whether a scripture in the query is searched as words. */
  asWords: boolean;
  /** Whether names in the query are searched as words. */
  namesOff: boolean;
  /** Whether less similar results are shown too. */
  all: boolean;
  /** Slug or id of the opened item. */
  item: string | null;
  /** Seconds at which the opened item begins. */
  start: number | null;
  /** The paragraph that is shown of an opened text without times, from 0. */
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
/** As the server has it. */
const MAX_QUERY = 500;

export const hasFilters = ({ filters }: View): boolean =>
  Object.values(filters).some((value) => value !== undefined);
/** Whether there is something to search for; otherwise the latest items are shown. */
export const isSearch = (view: View): boolean => view.q !== '' || hasFilters(view);

/** Identifies the results of a view, however many pages of them and whichever item is open. */
export const resultsKey = ({ q, filters, exact, asWords, namesOff }: View): string =>
  JSON.stringify([q, facetNames.map((name) => filters[name] ?? ''), exact, asWords, namesOff]);

/** Values that the server would refuse are left out. */
export const readView = (address: URLSearchParams): View => {
  const filters: View['filters'] = {};
  for (const name of facetNames) {
    const value = address.get(name)?.trim() ?? '';
    if (name === 'book' ? /^\w{3}$/.test(value) : /^[1-9]\d{0,14}$/.test(value)) filters[name] = value;
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

/** The address of a view: that of the page, with what else it says. */
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

/** The parameters of the search for a view, without its page. */
export const searchParams = (view: View, facets: readonly Facet[]): Params => ({
  q: view.q || undefined,
  ...Object.fromEntries(facetNames.map((name) => [FACETS[name], view.filters[name]])),
  facets: facets.join(',') || undefined,
  spelling: view.exact ? 'exact' : undefined,
  scripture: view.asWords ? 'off' : undefined,
  names: view.namesOff ? 'off' : undefined,
});
