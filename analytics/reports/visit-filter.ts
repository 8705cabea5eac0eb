/**
 * Restricts a report to visitors who came from somewhere, used something or saw a page. A visitor's whole day counts
 * if its first known value is the given one, as in the report on sources, whose rows therefore equal the reports
 * that are filtered by them.
 */
import type { CampaignField } from '../events/events.js';
import { between } from './conditions.js';
import type { DateRange } from './range.js';

/** What is known of the client of every event. */
const CLIENT_DIMENSIONS = ['country', 'device', 'browser'] as const;
/** What only page views tell. */
const ARRIVAL_DIMENSIONS = [
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
] as const satisfies readonly (CampaignField | 'referrer')[];
const PAGE_DIMENSIONS = ['page', 'entryPage', 'exitPage'] as const;

type ClientDimension = (typeof CLIENT_DIMENSIONS)[number];
type EntryDimension = (typeof ARRIVAL_DIMENSIONS)[number];
type PageDimension = (typeof PAGE_DIMENSIONS)[number];

/** By what visitors can be told apart, and sources be grouped. */
export const SOURCE_DIMENSIONS = [...ARRIVAL_DIMENSIONS, ...CLIENT_DIMENSIONS] as const;
export type SourceDimension = (typeof SOURCE_DIMENSIONS)[number];
/** The app of downloads, besides: nothing else has one. */
export const VISIT_FILTERS = [...SOURCE_DIMENSIONS, ...PAGE_DIMENSIONS, 'app'] as const;

/** All values must match. An empty one stands for unknown; pages are URLs without their query. */
export type VisitFilter = Partial<Record<(typeof VISIT_FILTERS)[number], string>>;

export type EventTable = 'page_views' | 'playback' | 'searches' | 'search_clicks';
const EVENT_TABLES: readonly EventTable[] = ['page_views', 'playback', 'searches', 'search_clicks'];

/** The other site that a page view came from; empty within the same site. */
const REFERRER =
  "if(domainWithoutWWW(ifNull(referrer, '')) = domainWithoutWWW(url), '', domainWithoutWWW(ifNull(referrer, '')))";

/** The value of an event, as a string that is empty if unknown. */
export const dimensionValue = (dimension: SourceDimension, table: EventTable): string => {
  if (isClient(dimension)) return dimension;
  if (table !== 'page_views') return "''";
  return dimension === 'referrer' ? REFERRER : dimension;
};

export const isClient = (name: string): name is ClientDimension =>
  CLIENT_DIMENSIONS.some((one) => one === name);

/** The first known value in time, as the smallest tuple. */
export const firstOf = (value: string): string => `min(tuple(${value} = '', at, toString(${value})))`;

/** The account's day of an event; the parameter `days` has the starts of days. */
export const DAY = 'roundDown(toUnixTimestamp64Milli(at), {days:Array(Int64)})';

const PARAMETER = 'visits_';

export const visitParams = (visits: VisitFilter, days: DateRange['days']): Record<string, unknown> => ({
  days: [...days],
  ...Object.fromEntries(Object.entries(visits).map(([name, value]) => [`${PARAMETER}${name}`, value])),
});

const param = (name: string): string => `{${PARAMETER}${name}:String}`;

/**
 * Condition on the columns `at` and `visitor` of events, and on what the table has of `country`, `device`,
 * `browser`, `referrer` and so on. An event without a visitor counts for its own values.
 * @param from the parameters that hold the start and end of the report
 */
export const ofVisits = (
  visits: VisitFilter | null | undefined,
  table: EventTable,
  from = 'from',
  to = 'to',
): string => {
  if (!visits) return '';
  const counted = between(from, to);
  const given = Object.keys(visits) as (keyof VisitFilter)[];
  const sources = SOURCE_DIMENSIONS.filter((name) => given.includes(name));
  const own = [
    ...sources.map((name) => `${dimensionValue(name, table)} = ${param(name)}`),
    ...PAGE_DIMENSIONS.filter((name) => given.includes(name)).map((name) =>
      table === 'page_views' && name === 'page' ? `url = ${param(name)}` : '0',
    ),
  ];
  const who = `(${DAY}, assumeNotNull(visitor))`;
  if (given.includes('app')) return ' AND 0';
  const clients = sources.filter(isClient);
  const sets = [
    ...(clients.length === 0 ? [] : [`${who} IN (${clientDays(clients, counted)})`]),
    ...given.flatMap((name) => (isArrivalOrPage(name) ? [ofPageViews(name, visits, who, counted)] : [])),
  ];
  return ` AND if(visitor IS NULL, ${own.join(' AND ')}, ${sets.join(' AND ')})`;
};

const isArrivalOrPage = (name: keyof VisitFilter): name is EntryDimension | PageDimension =>
  name !== 'app' && !isClient(name);

/** Condition on downloads: their own client and app. A podcast app has come from nowhere, and viewed no page. */
export const ofDownloads = (visits: VisitFilter | null | undefined): string =>
  Object.entries(visits ?? {})
    .map(([name, value]) => {
      if (name === 'app' || isClient(name)) return ` AND ${name} = ${param(name)}`;
      return value === '' ? '' : ' AND 0';
    })
    .join('');

/** Days of visitors whose first known values are the given ones, in events of any type. */
const clientDays = (clients: readonly ClientDimension[], counted: string): string => {
  const firsts = clients.map((name) => `${firstOf(name)} AS ${name}First`).join(', ');
  const events = EVENT_TABLES.map(
    (table) => `SELECT ${DAY} AS day, assumeNotNull(visitor) AS who, ${firsts}
FROM ${table} WHERE ${counted} AND visitor IS NOT NULL GROUP BY day, who`,
  );
  const having = clients.map((name) => `tupleElement(min(${name}First), 3) = ${param(name)}`);
  return `SELECT day, who FROM (${events.join('\nUNION ALL ')}) GROUP BY day, who HAVING ${having.join(' AND ')}`;
};

/** Days without a known value are those that have no page view with one. */
const ofPageViews = (
  name: EntryDimension | PageDimension,
  visits: VisitFilter,
  who: string,
  counted: string,
): string => {
  const isUnknown = visits[name] === '';
  const days = (having: string): string =>
    `SELECT ${DAY} AS day, assumeNotNull(visitor) AS who FROM page_views
WHERE ${counted} AND visitor IS NOT NULL GROUP BY day, who HAVING ${having}`;
  switch (name) {
    case 'page':
      return `${who} IN (${days(`countIf(url = ${param(name)}) > 0`)})`;
    case 'entryPage':
      return `${who} IN (${days(`${ENTRY} = ${param(name)}`)})`;
    case 'exitPage':
      return `${who} IN (${days(`${EXIT} = ${param(name)}`)})`;
    default: {
      const first = `tupleElement(${firstOf(dimensionValue(name, 'page_views'))}, 3)`;
      return isUnknown
        ? `${who} NOT IN (${days(`${first} != ''`)})`
        : `${who} IN (${days(`${first} = ${param(name)}`)})`;
    }
  }
};

/**
 * Condition on sessions, whose columns are like those of their first event: what they tell of the client is the
 * session's own, as in the report on sources.
 */
export const ofSessionVisits = (visits: VisitFilter, from: string, to: string): string => {
  const clients = CLIENT_DIMENSIONS.filter((name) => name in visits);
  const rest = Object.fromEntries(Object.entries(visits).filter(([name]) => !isClient(name)));
  const own = clients.map((name) => ` AND ${name} = ${param(name)}`).join('');
  return own + (Object.keys(rest).length > 0 ? ofVisits(rest, 'playback', from, to) : '');
};

/** The first and the last page of a group of page views. */
export const ENTRY = 'tupleElement(min(tuple(at, url)), 2)';
export const EXIT = 'tupleElement(max(tuple(at, url)), 2)';
