/** Report on the last minutes. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { COUNTED, instant } from './conditions.js';
import { iso, itemParams, ofFilters, itemCondition, type ReportScope } from './scope.js';
import type { EventTable } from './visit-filter.js';

const LIVE_MINUTES = 5;
const MINUTE = 60_000;

export interface LiveMetrics {
  uniqueVisitors: number;
  pageViews: number;
  /** Sessions with a play event. */
  plays: number;
  searches: number;
}

export interface LiveReport extends LiveMetrics {
  from: string;
  to: string;
  /** Sessions whose last event is not a pause, end or error. */
  playing: number;
  /** One entry per minute, oldest first. */
  minutes: ({ start: string } & LiveMetrics)[];
  /** Items with page views or playback, most visitors first. */
  items: { itemId: number; uniqueVisitors: number; pageViews: number; plays: number; playing: number }[];
}

const MAX_ITEMS = 10;
const WINDOW = `${COUNTED} AND at > ${instant('from')} AND at <= ${instant('to')}`;

/** @param now ms since 1970 */
export const live = async (
  clickHouse: ClickHouse,
  { accountId, filter }: Pick<ReportScope, 'accountId' | 'filter'>,
  now: number,
): Promise<LiveReport> => {
  const from = now - LIVE_MINUTES * MINUTE;
  const params = itemParams({ accountId, range: { from, to: now }, filter });
  const scope = { filter };
  const minutes = `least(intDiv(toUnixTimestamp64Milli(at) - {from:Int64} - 1, ${MINUTE}), ${LIVE_MINUTES - 1})`;
  const [all, minuteRows, sessions, items] = await Promise.all([
    clickHouse.query<LiveMetrics>(`SELECT ${COUNTS} FROM (${events(scope, '0')})`, params),
    clickHouse.query<LiveMetrics & { part: number }>(
      `SELECT part, ${COUNTS} FROM (${events(scope, minutes)}) GROUP BY part`,
      params,
    ),
    clickHouse.query<{ itemId: number; playing: number }>(
      `SELECT itemId, countIf(last NOT IN ('pause', 'end', 'error')) AS playing
FROM (SELECT itemId, sessionId, argMax(toString(kind), (at, receivedAt)) AS last FROM playback
WHERE ${WINDOW}${itemCondition(scope)} GROUP BY itemId, sessionId) GROUP BY itemId`,
      params,
    ),
    clickHouse.query<LiveMetrics & { itemId: number }>(
      `SELECT assumeNotNull(item) AS itemId, ${COUNTS} FROM (${events(scope, '0')}) WHERE item IS NOT NULL
GROUP BY itemId ORDER BY uniqueVisitors DESC, pageViews + plays DESC, itemId LIMIT ${MAX_ITEMS}`,
      params,
    ),
  ]);
  const playing = new Map(sessions.map((row) => [row.itemId, row.playing]));
  const byMinute = new Map(minuteRows.map((row) => [row.part, row]));
  return {
    from: iso(from),
    to: iso(now),
    ...metrics(all[0]),
    playing: sessions.reduce((sum, row) => sum + row.playing, 0),
    minutes: Array.from({ length: LIVE_MINUTES }, (_, part) => ({
      start: iso(from + part * MINUTE),
      ...metrics(byMinute.get(part)),
    })),
    items: items.map((row) => ({
      ...metrics(row),
      itemId: row.itemId,
      playing: playing.get(row.itemId) ?? 0,
    })),
  };
};

const COUNTS = `uniqExactIf(visitor, visitor IS NOT NULL) AS uniqueVisitors, countIf(type = 'pageView') AS pageViews,
  uniqExactIf(session, type = 'play') AS plays, countIf(type = 'search') AS searches`;

const events = (scope: Pick<ReportScope, 'filter'>, part: string): string => {
  const none = "CAST(NULL, 'Nullable(UInt64)')";
  const tables: [table: EventTable, type: string, item: string, session: string][] = [
    ['page_views', `'pageView'`, 'itemId', '0'],
    [
      'playback',
      `if(kind = 'play', 'play', 'playback')`,
      'toNullable(itemId)',
      'sipHash64(itemId, sessionId)',
    ],
    ['searches', `'search'`, none, '0'],
    ['search_clicks', `'searchClick'`, none, '0'],
  ];
  return tables
    .map(
      ([table, type, item, session]) =>
        `SELECT ${part} AS part, ${type} AS type, visitor, ${item} AS item, toUInt64(${session}) AS session
FROM ${table} WHERE ${WINDOW}${ofFilters(scope, table)}`,
    )
    .join('\nUNION ALL\n');
};

const metrics = (row: LiveMetrics | undefined): LiveMetrics => ({
  uniqueVisitors: row?.uniqueVisitors ?? 0,
  pageViews: row?.pageViews ?? 0,
  plays: row?.plays ?? 0,
  searches: row?.searches ?? 0,
});
