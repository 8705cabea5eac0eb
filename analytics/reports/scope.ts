/** The scope of a report, and the SQL fragments that reports share. Every query filters by account. */
import type { Params } from '../clickhouse/clickhouse.js';
import { ACCOUNT, between, instant } from './conditions.js';
import { COMPLETION_PARTS, MAX_WATCHES } from './definitions.js';
import { previousRange, type DateRange } from './range.js';
import {
  firstOf,
  ofSessionVisits,
  ofVisits,
  visitParams,
  type EventTable,
  type VisitFilter,
} from './visit-filter.js';

/** Restricts a report to items that the caller has looked up. */
export interface ItemFilter {
  /** If empty, nothing matches. */
  itemIds: readonly number[];
  /** Only for a filter by series or collection alone: also counts the pages of the series or collection. */
  pagesOf?: { seriesId?: number | null; collectionId?: number | null };
}

export interface ReportScope {
  accountId: number;
  range: DateRange;
  /** Null: the whole account. */
  filter?: ItemFilter | null;
  /** Null: all visitors. */
  visits?: VisitFilter | null;
}

export interface ReportPage {
  limit: number;
  offset: number;
}

/** The same report on the previous range. */
export const previousScope = <S extends ReportScope>(scope: S): S => ({
  ...scope,
  range: previousRange(scope.range),
});

export const paramsOf = ({ range, visits, ...rest }: ReportScope): Params => ({
  ...itemParams({ ...rest, range }),
  ...(visits && visitParams(visits, [...previousRange(range).days, ...range.days])),
});

/** The parameters of a report without a filter of visits. */
export const itemParams = ({
  accountId,
  range,
  filter,
}: Pick<ReportScope, 'accountId' | 'filter'> & { range: Pick<DateRange, 'from' | 'to'> }): Params => ({
  accountId,
  from: range.from,
  to: range.to,
  ...(filter && {
    itemIds: [...filter.itemIds],
    seriesId: filter.pagesOf?.seriesId ?? null,
    collectionId: filter.pagesOf?.collectionId ?? null,
  }),
});

const ITEMS = 'itemId IN {itemIds:Array(UInt64)}';

/** The filter of a report. */
type Filtered = Pick<ReportScope, 'filter' | 'visits'>;

export const itemCondition = ({ filter }: Filtered): string => (filter ? ` AND ${ITEMS}` : '');

/** Condition for page views of the items, and of the series' or collection's own pages. */
const ofPages = ({ filter }: Filtered): string => {
  if (!filter) return '';
  const own = (['seriesId', 'collectionId'] as const)
    .filter((field) => (filter.pagesOf?.[field] ?? null) !== null)
    .map((field) => ` AND ${field} = {${field}:Nullable(UInt64)}`);
  return own.length ? ` AND (${ITEMS} OR (itemId IS NULL${own.join('')}))` : ` AND ${ITEMS}`;
};

/** Condition for searches with one of the items in the results. */
const ofResults = ({ filter }: Filtered): string =>
  filter ? ' AND hasAny(itemIds, {itemIds:Array(UInt64)})' : '';

/** Condition for events of a table that a report counts, besides its period. */
export const ofFilters = (scope: Filtered, table: EventTable): string => {
  const items = {
    page_views: ofPages,
    playback: itemCondition,
    search_clicks: itemCondition,
    searches: ofResults,
  };
  return items[table](scope) + ofVisits(scope.visits, table);
};

/** Condition on months: rows of sessions and searches in the range may lie up to a month before or after it. */
export const nearby = (month: string, from = 'from', to = 'to'): string =>
  `${month} >= toStartOfMonth(${instant(from)}) - INTERVAL 1 MONTH
  AND ${month} < toStartOfMonth(${instant(to)}) + INTERVAL 2 MONTH`;

/**
 * Aggregates a session's rows, in milliseconds: the item's length (0 if unknown), and the watch time, at most
 * three times the length.
 */
export const WATCHED = `toUInt64(max(durationMs)) AS duration, toUInt64(max(watchedMs)) AS total,
  if(duration > 0, least(total, ${MAX_WATCHES} * duration), total) AS watched`;

/**
 * Sessions from the roll-up, one row per item and session: `start` (ms; its first event), `play` (0, 1),
 * `watched` (ms: the largest total, at most three times the item's length), `duration` (ms, 0 if unknown),
 * `completion` (furthest position / duration in parts of ten thousand) and `searched` (0, 1: started from a
 * search). A session belongs to the time at which it started.
 */
export const sessions = (scope: ReportScope, from = 'from', to = 'to'): string => `(
SELECT itemId, session, toUnixTimestamp64Milli(min(began)) AS start, max(played) AS play,
  ${WATCHED}, toUInt64(max(furthestMs)) AS furthest,
  if(duration > 0, intDiv(least(furthest, duration) * ${COMPLETION_PARTS}, duration), 0) AS completion,
  max(fromSearch) AS searched
FROM sessions
WHERE ${ACCOUNT}${itemCondition(scope)} AND ${nearby('month', from, to)}${ofVisitedSessions(scope, from, to)}
GROUP BY itemId, session
HAVING start >= {${from}:Int64} AND start < {${to}:Int64}
)`;

/** Condition for sessions that began in a visit that the filter selects. */
export const ofVisitedSessions = (scope: Filtered, from = 'from', to = 'to', session = 'session'): string =>
  scope.visits
    ? ` AND (itemId, ${session}) IN (
SELECT itemId, session FROM (
SELECT itemId, session, began AS at, who AS visitor, firstCountry AS country, firstDevice AS device,
  firstBrowser AS browser
FROM (
SELECT itemId, sipHash64(sessionId) AS session, min(at) AS began, argMin(visitor, at) AS who,
  tupleElement(${firstOf('country')}, 3) AS firstCountry, tupleElement(${firstOf('device')}, 3) AS firstDevice,
  tupleElement(${firstOf('browser')}, 3) AS firstBrowser
FROM playback WHERE ${between(from, to)}${itemCondition(scope)} GROUP BY itemId, session
)) WHERE true${ofSessionVisits(scope.visits, from, to)}
)`
    : '';

/** The start of the slot that contains an instant in milliseconds; slots are bound as `slots`. */
export const slotOf = (milliseconds: string): string => `roundDown(${milliseconds}, {slots:Array(Int64)})`;

export const HOUR = 3_600_000;

/** Groups rows of smaller slots by the intervals of the range. */
export const byInterval = <T>(
  range: DateRange,
  rows: readonly ({ slot: number } & T)[],
): { start: number; rows: ({ slot: number } & T)[] }[] => {
  const intervals = range.intervals.map((start) => ({ start, rows: [] as ({ slot: number } & T)[] }));
  const sorted = [...rows].sort((one, other) => one.slot - other.slot);
  let at = 0;
  for (const row of sorted) {
    while (at + 1 < intervals.length && intervals[at + 1]!.start <= row.slot) at++;
    intervals[at]?.rows.push(row);
  }
  return intervals;
};

export const sum = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
