/** Formats reports as text that fits the terminal. */
import stringWidth from 'string-width';
import { bar, change, fitted, sparkline, timeSpan } from './output.js';
import { printable } from './printable.js';
import { unwrap, type LecternClient, type Schemas } from '../../client/index.js';

/** Titles of the ranges. */
export const RANGE_TITLES: Record<RangeName, string> = {
  last7days: 'last 7 days',
  last30days: 'last 30 days',
  last12months: 'last 12 months',
  day: 'day to date',
  week: 'week to date',
  isoWeek: 'ISO week to date',
  month: 'month to date',
  quarter: 'quarter to date',
  year: 'year to date',
};

const MAX_COLUMNS = 100;
const MIN_COLUMNS = 24;
const LABEL_COLUMNS = 13;

/** @param columns width of the terminal */
export const statsPage = (reports: Reports, columns: number): string => {
  const width = Math.max(MIN_COLUMNS, Math.min(columns, MAX_COLUMNS));
  return [
    heading(reports),
    overview(reports, width),
    topItems(reports, width),
    trending(reports, width),
    searches(reports, width),
  ]
    .flatMap((lines) => [...lines, ''])
    .map((line) => (stringWidth(line) > width ? fitted(line, width) : line).trimEnd())
    .join('\n')
    .trimEnd();
};

const heading = ({ account, overview: { range } }: Reports): string[] => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: account.timeZone });
  const [first, last] = [Date.parse(range.from), Date.parse(range.to) - 1].map((time) => day.format(time));
  return [
    `${printable(account.name)}: ${range.name ? RANGE_TITLES[range.name] : 'days'}`,
    `${first === last ? first : `${first} – ${last}`}, ${account.timeZone}`,
  ];
};

const overview = ({ overview: { overview: now } }: Reports, width: number): string[] => {
  const { previous, series } = now;
  const row = (label: string, key: keyof typeof previous, shown = number): string => {
    const left = `${label.padEnd(LABEL_COLUMNS)}${shown(now[key]).padStart(9)}  ${change(now[key], previous[key]).padEnd(9)}`;
    return `${left}${sparkline(
      series.map((slot) => slot[key]),
      Math.max(width - left.length, 0),
    )}`;
  };
  return [
    row('plays', 'plays'),
    row('watched', 'watchSeconds', timeSpan),
    row('visitors', 'uniqueVisitors'),
    row('page views', 'pageViews'),
    row('searches', 'searches'),
  ];
};

const number = (value: number): string => value.toLocaleString('en-GB');

const topItems = ({ topItems: { items } }: Reports, width: number): string[] => {
  const most = Math.max(...items.map(({ plays }) => plays), 0);
  const [title, length] = shares(width - 8);
  return section(
    'Top items by plays',
    items.map(
      (item) =>
        `${fitted(item.title ?? `item ${item.itemId}`, title)} ${number(item.plays).padStart(6)} ${bar(item.plays, most, length)}`,
    ),
  );
};

const trending = ({ trendingTopics: { trendingTopics: topics } }: Reports, width: number): string[] => {
  const most = Math.max(...topics.map(({ score }) => score), 0);
  const [title, length] = shares(width - 25);
  return section(
    'Trending topics by score (95% certain growth)',
    topics.map(
      ({ name, score, plays, previousPlays }) =>
        `${fitted(name, title)} ${`×${score.toFixed(2)}`.padStart(7)} ${bar(score, most, length).padEnd(length)} ${number(plays).padStart(6)} ${change(plays, previousPlays)}`,
    ),
  );
};

const searches = (
  { searches: { queries }, searchesWithoutResults: { queries: poor } }: Reports,
  width: number,
): string[] => [
  ...section(
    'Searches, with click rate',
    queries.map(
      ({ query, searches: times, clickThroughRate }) =>
        `${fitted(query, width - 13)} ${number(times).padStart(6)} ${percent(clickThroughRate).padStart(5)}`,
    ),
  ),
  ...poor
    .filter(({ withoutResults }) => withoutResults > 0)
    .map(({ query, withoutResults }) => `no results, ${number(withoutResults)}×: ${printable(query)}`),
];

const percent = (share: number | null): string => (share === null ? '' : `${Math.round(share * 100)}%`);

const section = (title: string, lines: string[]): string[] => [title, ...(lines.length > 0 ? lines : ['–'])];

/** Columns for names and for bars. */
const shares = (width: number): [names: number, bars: number] => {
  const names = Math.max(Math.floor(width * 0.55), 6);
  return [names, Math.max(width - names, 0)];
};

type RangeName = NonNullable<Schemas['StatsRange']['name']>;

/** A range, or days such as 2026-01-31; the last 7 days if neither is given. */
export interface Period {
  range?: RangeName;
  from?: string;
  to?: string;
}

export type Reports = Awaited<ReturnType<typeof readReports>>;

/** @param limit rows per list */
export const readReports = async (api: LecternClient, period: Period, limit: number) => {
  const all = { params: { query: period } };
  const page = { params: { query: { ...period, limit } } };
  const withoutResults = { params: { query: { ...page.params.query, sort: 'withoutResults' as const } } };
  const [{ account }, overview, topItems, trendingTopics, searches, searchesWithoutResults] =
    await Promise.all([
      unwrap(api.GET('/account')),
      unwrap(api.GET('/stats/overview', all)),
      unwrap(api.GET('/stats/top-items', page)),
      unwrap(api.GET('/stats/trending-topics', page)),
      unwrap(api.GET('/stats/searches', page)),
      unwrap(api.GET('/stats/searches', withoutResults)),
    ]);
  const { name, timeZone } = account;
  return {
    account: { name, timeZone },
    overview,
    topItems,
    trendingTopics,
    searches,
    /** The queries without results, most frequent first. */
    searchesWithoutResults,
  };
};
