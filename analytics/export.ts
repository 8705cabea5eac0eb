/** Exports reports and raw events of a period as CSV, JSON lines or Parquet, written by ClickHouse. */
import type { Readable } from 'node:stream';
import type { ClickHouse, ClickHouseFormat, Params } from './clickhouse/clickhouse.js';
import { ACCOUNT, instant } from './reports/conditions.js';
import { COMPLETION_PARTS } from './reports/definitions.js';
import { NO_SEARCH } from './events/encode.js';
import { CAMPAIGN_FIELDS, type EventType } from './events/events.js';
import { paramsOf, type ReportScope } from './reports/scope.js';
import { METRICS, searchesSql } from './reports/searches.js';
import { topItemsParams, topItemsSql } from './reports/top-items.js';

export const EXPORT_FORMATS = {
  csv: { format: 'CSVWithNames', contentType: 'text/csv; charset=utf-8' },
  jsonl: { format: 'JSONEachRow', contentType: 'application/x-ndjson' },
  parquet: { format: 'Parquet', contentType: 'application/vnd.apache.parquet' },
} as const satisfies Record<string, { format: ClickHouseFormat; contentType: string }>;

export type ExportAs = keyof typeof EXPORT_FORMATS;

/** The format of an export. */
export interface ExportShape {
  as: ExportAs;
  /**
   * IANA name. Text formats contain times with the offset of this zone; undefined means UTC. Parquet stores
   * instants.
   */
  timeZone?: string | undefined;
}

/** With the zone of the days that `occurredOn` names, IANA name. */
export type EventsShape = ExportShape & { zoneOfDays: string };

/**
 * Text formats use ISO 8601 times, and an empty field for null. ClickHouse buffers Parquet row groups in memory:
 * with small ones, ten million rows take no more memory than one.
 */
const SETTINGS = `SETTINGS date_time_output_format = 'iso', date_time_input_format = 'best_effort',
  output_format_parquet_string_as_string = 1, formatdatetime_f_prints_scale_number_of_digits = 1,
  format_csv_null_representation = '', output_format_json_escape_forward_slashes = 0,
  max_threads = 2, max_read_buffer_size = 131072, output_format_parquet_row_group_size = 100000`;

/**
 * Matches text that a spreadsheet would treat as a formula: one that starts with `=+-@` or their full-width
 * forms, after optional white space and control characters, or that starts with a tab or a line break.
 */
const FORMULA = String.raw`^(?:[\t\r\n]|[\pZ\pC]*[=+@＝＋－＠-])`;

/**
 * A text column with untrusted content. In CSV, formulas are prefixed with an apostrophe, as OWASP recommends
 * (https://owasp.org/www-community/attacks/CSV_Injection); numbers are in separate columns.
 */
const untrusted = (column: string, { as }: ExportShape): string =>
  as === 'csv'
    ? `if(match(${column}, '${FORMULA.replaceAll('\\', '\\\\')}'), concat('\\'', ${column}), ${column})`
    : column;

/** A time in UTC, or as `2026-03-01T17:30:00.123+05:30` in the export's time zone. */
const time = (column: string, { as, timeZone }: ExportShape): string => {
  if (timeZone === undefined || as === 'parquet') return column;
  const part = (format: string) => `formatDateTime(${column}, '${format}', {timeZone:String})`;
  const offset = part('%z');
  return `concat(${part('%Y-%m-%dT%H:%i:%S.%f')}, substring(${offset}, 1, 3), ':', substring(${offset}, 4))`;
};

/** Parquet readers show enumerations and UUIDs as bytes, so they are exported as text. */
const asText = (column: string): string => `toString(${column})`;

const COMMON = (shape: ExportShape): string => `${asText('id')} AS eventId,
  ${time('at', shape)} AS occurredAt, toDate(at, {zoneOfDays:String}) AS occurredOn, ${time('receivedAt', shape)} AS receivedAt,
  leftPad(lower(hex(visitor)), 16, '0') AS visitorHash, origin,
  nullIf(country, '') AS country, nullIf(device, '') AS device, nullIf(browser, '') AS browser`;

/** Each event type in its storage order, so that no sorting is needed. */
const EVENTS: Record<EventType, { table: string; columns: (shape: ExportShape) => string; order: string }> = {
  mediaPlaybackEvent: {
    table: 'playback',
    columns: (
      shape,
    ) => `${COMMON(shape)}, ${asText('kind')} AS eventType, itemId, mediaAssetId, ${untrusted('mediaAssetType', shape)} AS mediaAssetType, embedTokenId,
  ${untrusted('sessionId', shape)} AS playbackSessionId, positionMs / 1000 AS currentPlaybackPositionSeconds,
  watchedMs / 1000 AS totalPlaybackSeconds, durationMs / 1000 AS itemDurationSeconds,
  ratePerMille / 1000 AS playbackRate, CAST(isEmbedded, 'Nullable(Bool)') AS isEmbedded, ${asText('searchId')} AS searchId,
  ${untrusted('errorMessage', shape)} AS errorMessage, startupMs, stallCount, stalledMs`,
    order: 'accountId, itemId, sessionId, at',
  },
  pageView: {
    table: 'page_views',
    columns: (shape) =>
      `${COMMON(shape)}, ${untrusted('url', shape)} AS url, ${untrusted('referrer', shape)} AS referrer, itemId, seriesId,
  collectionId, ${asText('searchId')} AS searchId, ${CAMPAIGN_FIELDS.map((field) => `${untrusted(`nullIf(${field}, '')`, shape)} AS ${field}`).join(', ')}`,
    order: 'accountId, at',
  },
  search: {
    table: 'searches',
    columns: (shape) =>
      `${COMMON(shape)}, ${asText('searchId')} AS searchId, ${untrusted('query', shape)} AS query, mode, totalRecords, itemIds, tookMs`,
    order: 'accountId, at',
  },
  searchClick: {
    table: 'search_clicks',
    columns: (shape) =>
      `${COMMON(shape)}, nullIf(${asText('searchId')}, '${NO_SEARCH}') AS searchId, itemId, rank, startMs`,
    order: 'accountId, at',
  },
  download: {
    table: 'downloads',
    columns: (shape) =>
      `${COMMON(shape)}, itemId, mediaAssetId, ${untrusted(`nullIf(toString(app), '')`, shape)} AS app`,
    order: 'accountId, at',
  },
};

/** Exports all events of a type in the range, using constant memory. */
export const exportEvents = (
  clickHouse: ClickHouse,
  scope: Omit<ReportScope, 'filter'>,
  type: EventType,
  shape: EventsShape,
): Promise<Readable> => {
  const { table, columns, order } = EVENTS[type];
  return write(
    clickHouse,
    `SELECT ${columns(shape)} FROM ${table}
WHERE ${ACCOUNT} AND at >= ${instant('from')} AND at < ${instant('to')} ORDER BY ${order}`,
    { ...paramsOf(scope), zoneOfDays: shape.zoneOfDays },
    shape,
  );
};

const TITLE = `transform(itemId, {titleOf:Array(UInt64)}, {titles:Array(String)}, '')`;

/**
 * Exports the report on top items without paging, most plays first.
 * @param titles titles of the account's items
 */
export const exportTopItems = (
  clickHouse: ClickHouse,
  scope: ReportScope,
  titles: readonly { itemId: number; title: string }[],
  shape: ExportShape,
): Promise<Readable> =>
  write(
    clickHouse,
    `SELECT itemId, ${untrusted(TITLE, shape)} AS title, plays, uniqueSessions,
  watchedMs / 1000 AS watchSeconds,
  if(completed = 0, NULL, completion / completed / ${COMPLETION_PARTS}) AS averageCompletion, pageViews, searchPlays
FROM (${topItemsSql(scope)}) ORDER BY plays DESC, itemId`,
    // `transform` needs at least one element. No item has the id 0.
    {
      ...topItemsParams(scope),
      titleOf: [0, ...titles.map(({ itemId }) => itemId)],
      titles: ['', ...titles.map(({ title }) => title)],
    },
    shape,
  );

/** Exports all search queries of the range, most frequent first. */
export const exportSearches = (
  clickHouse: ClickHouse,
  scope: ReportScope,
  shape: ExportShape,
): Promise<Readable> =>
  write(
    clickHouse,
    `SELECT ${untrusted('term', shape)} AS query, searches, withoutResults, clicks, clicked / searches AS clickThroughRate,
  if(clicks = 0, NULL, ranks / clicks) AS averageClickRank, plays,
  watchedMs / 1000 AS watchSeconds
FROM (SELECT term, ${METRICS} FROM ${searchesSql(scope)} GROUP BY term) ORDER BY searches DESC, term`,
    paramsOf(scope),
    shape,
  );

/**
 * Exports rows in memory, for reports of a fixed size.
 * @param columns names and ClickHouse types, in order; each row has all of them
 */
export const exportRows = (
  clickHouse: ClickHouse,
  columns: Record<string, string>,
  rows: readonly object[],
  shape: ExportShape,
): Promise<Readable> => {
  const structure = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
    .replaceAll("'", "\\'");
  // ClickHouse cannot derive columns from an empty input.
  const source = rows.length ? `format(JSONEachRow, '${structure}', {rows:String})` : `null('${structure}')`;
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  const selected = Object.entries(columns).map(([name, type]) => {
    const column = `source.${name}`;
    if (type.includes('String')) return `${untrusted(column, shape)} AS ${name}`;
    return type.startsWith('DateTime64') ? `${time(column, shape)} AS ${name}` : name;
  });
  return write(clickHouse, `SELECT ${selected.join(', ')} FROM ${source} AS source`, { rows: lines }, shape);
};

const write = (
  clickHouse: ClickHouse,
  sql: string,
  params: Params,
  { as, timeZone }: ExportShape,
): Promise<Readable> =>
  clickHouse.stream(
    `${sql} ${SETTINGS}`,
    { ...params, ...(timeZone !== undefined && { timeZone }) },
    EXPORT_FORMATS[as].format,
  );
