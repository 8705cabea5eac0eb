/** What the address of the analytics says: their period, filters, the metric of the curve, and the chosen tabs. */

export const RANGES = ['day', 'last7days', 'last30days', 'month', 'year', 'last12months'] as const;
export type RangeName = (typeof RANGES)[number];
export const USUAL_RANGE: RangeName = 'last30days';

export const METRICS = ['plays', 'listeners', 'hours', 'downloads', 'pageViews', 'searches'] as const;
export type Metric = (typeof METRICS)[number];

/** Filters by a record of the library: its id. */
export const CONTENT_FILTERS = ['itemId', 'seriesId', 'speakerId', 'collectionId'] as const;
/** Filters of visits: a value, or nothing for those of which it is unknown. */
export const VISIT_FILTERS = [
  'referrer',
  'country',
  'device',
  'browser',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
  'page',
  'entryPage',
  'exitPage',
  'app',
] as const;
export type ContentFilter = (typeof CONTENT_FILTERS)[number];
export type VisitFilter = (typeof VISIT_FILTERS)[number];
export type Filters = Partial<Record<ContentFilter, number> & Record<VisitFilter, string>>;

/** The tabs of the cards that have some; the first is the usual one. */
export const TABS = {
  pages: ['top', 'entry', 'exit'],
  sources: ['referrer', 'utmSource', 'utmMedium', 'utmCampaign'],
  devices: ['device', 'browser'],
  downloads: ['apps', 'items'],
  searches: ['groups', 'top', 'withoutResults', 'withoutClicks'],
} as const;
export type TabbedCard = keyof typeof TABS;
export type TabOf<C extends TabbedCard> = (typeof TABS)[C][number];
/** The parameter of a card's tab. */
type ChosenTabs = { [C in TabbedCard as `${C}Tab`]?: TabOf<C> };

export interface AnalyticsSearch extends Filters, ChosenTabs {
  range?: RangeName;
  /** Days such as `2026-03-01`, both included, instead of `range`. */
  from?: string;
  to?: string;
  compare?: true;
  metric?: Metric;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && value > '2000' && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

const filtersOf = (search: Record<string, unknown>): Filters => {
  const filters: Filters = {};
  for (const name of CONTENT_FILTERS) {
    const value = search[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) filters[name] = value;
  }
  for (const name of VISIT_FILTERS) {
    const value = search[name];
    if (typeof value === 'string') filters[name] = value;
    // Somebody may have typed a number, which the address has without quotes.
    if (typeof value === 'number') filters[name] = String(value);
  }
  return filters;
};

const tabsOf = (search: Record<string, unknown>): ChosenTabs =>
  Object.fromEntries(
    Object.entries(TABS).flatMap(([card, tabs]) => {
      const tab = oneOf<string>(tabs, search[`${card}Tab`]);
      return tab === undefined ? [] : [[`${card}Tab`, tab]];
    }),
  );

/** Ignores what is not known: an address that somebody typed shows analytics, never an error. */
export const readAnalyticsSearch = (search: Record<string, unknown>): AnalyticsSearch => {
  const [from, to] = [dayOf(search.from), dayOf(search.to)];
  const hasDays = from !== undefined && to !== undefined && from <= to;
  const range = hasDays ? undefined : oneOf(RANGES, search.range);
  const metric = oneOf(METRICS, search.metric);
  return {
    ...(hasDays && { from, to }),
    ...(range && { range }),
    ...(search.compare === true && { compare: true }),
    ...(metric && { metric }),
    ...filtersOf(search),
    ...tabsOf(search),
  };
};

/** The filters that are on. */
export const filtersIn = (search: AnalyticsSearch): Filters => filtersOf({ ...search });

/** The period as reports take it. */
export const periodQuery = ({ range, from, to }: AnalyticsSearch) =>
  from === undefined ? { range: range ?? USUAL_RANGE } : { from, to };

/** The query that all reports have: period, filters, comparison. */
export const reportQuery = (search: AnalyticsSearch) => ({
  ...periodQuery(search),
  ...(search.compare && { compare: 'previous' as const }),
  ...filtersIn(search),
});
