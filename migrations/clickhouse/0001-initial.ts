/**
 * Schema of engagement: raw events partitioned by month, and the roll-ups that reports read.
 *
 * Each event counts exactly once: every batch has a token, and ClickHouse ignores a batch whose token it has seen, also
 * in the tables that views fill. Sorting keys start with the account, so that a report reads only its account's rows.
 */

/** When an insert returns, its rows are on disk, also in the tables that views fill: the spool deletes them then. */
const SETTINGS =
  'non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1';

/** Columns of every raw table. Delta compresses times well, because neighbouring rows have close times. */
const COMMON = `
  accountId UInt64 CODEC(ZSTD(1)),
  id UUID,
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  receivedAt DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  visitor Nullable(UInt64) CODEC(ZSTD(1)),
  origin LowCardinality(Nullable(String))`;

/** Columns of every raw table about the visitor's client; empty if unknown. */
const CLIENT = `
  country LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String)`;

const raw = (table: string, columns: string, order: string): string => `
CREATE TABLE IF NOT EXISTS ${table} (${COMMON},${columns},${CLIENT}
) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (${order})
SETTINGS ${SETTINGS}, ttl_only_drop_parts = 1`;

/** Roll-ups exclude events of staff, like the reports about single events. */
const NOT_STAFF = `ifNull(origin, '') != 'console'`;

/** Fills a roll-up from inserts into a raw table. */
interface View {
  name: string;
  target: string;
  /** @param and ` AND …`, or nothing */
  select(and?: string): string;
}

const hoursView = (source: string, type: string): View => ({
  name: `hours_from_${source}`,
  target: 'hours',
  select: (and = '') => `SELECT accountId, '${type}' AS type, toStartOfHour(at) AS hour, count() AS events,
  uniqExactIfState(assumeNotNull(visitor), visitor IS NOT NULL) AS visitors
FROM ${source} WHERE ${NOT_STAFF}${and} GROUP BY accountId, hour`,
});

const sessionsView: View = {
  name: 'sessions_from_playback',
  target: 'sessions',
  select: (
    and = '',
  ) => `SELECT accountId, itemId, sipHash64(sessionId) AS session, toStartOfMonth(at) AS month,
  min(at) AS began, max(kind = 'play') AS played, max(ifNull(p.watchedMs, 0)) AS watchedMs,
  max(positionMs) AS furthestMs, max(ifNull(p.durationMs, 0)) AS durationMs,
  max(searchId IS NOT NULL) AS fromSearch, groupUniqArrayIf(assumeNotNull(searchId), searchId IS NOT NULL) AS searchIds
FROM playback AS p WHERE ${NOT_STAFF}${and} GROUP BY accountId, itemId, session, month`,
};

const hoursViews: readonly View[] = [
  hoursView('playback', 'mediaPlaybackEvent'),
  hoursView('page_views', 'pageView'),
  hoursView('searches', 'search'),
  hoursView('search_clicks', 'searchClick'),
];

const itemDaysView: View = {
  name: 'item_days_from_page_views',
  target: 'item_days',
  select: (
    and = '',
  ) => `SELECT accountId, assumeNotNull(p.itemId) AS itemId, toDate(at) AS day, count() AS pageViews
FROM page_views AS p WHERE ${NOT_STAFF}${and} AND p.itemId IS NOT NULL GROUP BY accountId, itemId, day`,
};

const createView = ({ name, target, select }: View): string =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name} TO ${target} AS\n${select()}`;

export const views: readonly View[] = [sessionsView, ...hoursViews, itemDaysView];

export const id = '0001-initial';

/** The tables to which the retention of raw events applies. */
export const rawTables = ['playback', 'page_views', 'searches', 'search_clicks'];

export const statements: readonly string[] = [
  raw(
    'playback',
    `
  kind Enum8('play' = 1, 'pause' = 2, 'seek' = 3, 'progress' = 4, 'end' = 5, 'error' = 6) CODEC(ZSTD(1)),
  itemId UInt64 CODEC(ZSTD(1)),
  mediaAssetId UInt64 CODEC(ZSTD(1)),
  mediaAssetType LowCardinality(Nullable(String)),
  embedTokenId Nullable(UInt64) CODEC(ZSTD(1)),
  sessionId String CODEC(ZSTD(1)),
  positionMs UInt32 CODEC(Delta, ZSTD(1)),
  watchedMs Nullable(UInt32) CODEC(Delta, ZSTD(1)),
  durationMs Nullable(UInt32) CODEC(ZSTD(1)),
  ratePerMille Nullable(UInt16) CODEC(ZSTD(1)),
  isEmbedded Nullable(UInt8) CODEC(ZSTD(1)),
  searchId Nullable(UUID) CODEC(ZSTD(1)),
  errorMessage LowCardinality(Nullable(String)),
  startupMs Nullable(UInt32) CODEC(ZSTD(1)),
  stallCount Nullable(UInt32) CODEC(ZSTD(1)),
  stalledMs Nullable(UInt32) CODEC(ZSTD(1))`,
    'accountId, itemId, sessionId, at',
  ),
  raw(
    'page_views',
    `
  url String CODEC(ZSTD(3)),
  referrer LowCardinality(Nullable(String)),
  itemId Nullable(UInt64) CODEC(ZSTD(1)),
  seriesId Nullable(UInt64) CODEC(ZSTD(1)),
  collectionId Nullable(UInt64) CODEC(ZSTD(1)),
  searchId Nullable(UUID) CODEC(ZSTD(1))`,
    'accountId, at',
  ),
  raw(
    'searches',
    `
  searchId UUID,
  query String CODEC(ZSTD(3)),
  term String CODEC(ZSTD(3)),
  mode LowCardinality(String),
  totalRecords UInt32 CODEC(ZSTD(1)),
  itemIds Array(UInt64) CODEC(ZSTD(1)),
  tookMs UInt32 CODEC(ZSTD(1))`,
    'accountId, at',
  ),
  raw(
    'search_clicks',
    `
  searchId UUID,
  itemId UInt64 CODEC(ZSTD(1)),
  rank UInt32 CODEC(ZSTD(1)),
  startMs Nullable(UInt32) CODEC(ZSTD(1))`,
    'accountId, at',
  ),

  // One row per session, item and month. A session that spans two months has two rows, which reports merge.
  `CREATE TABLE IF NOT EXISTS sessions (
  accountId UInt64 CODEC(ZSTD(1)),
  itemId UInt64 CODEC(ZSTD(1)),
  session UInt64,
  month Date CODEC(ZSTD(1)),
  began SimpleAggregateFunction(min, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
  played SimpleAggregateFunction(max, UInt8) CODEC(ZSTD(1)),
  watchedMs SimpleAggregateFunction(max, UInt32) CODEC(ZSTD(1)),
  furthestMs SimpleAggregateFunction(max, UInt32) CODEC(ZSTD(1)),
  durationMs SimpleAggregateFunction(max, UInt32) CODEC(ZSTD(1)),
  fromSearch SimpleAggregateFunction(max, UInt8) CODEC(ZSTD(1)),
  searchIds SimpleAggregateFunction(groupUniqArrayArray, Array(UUID)) CODEC(ZSTD(1))
) ENGINE = AggregatingMergeTree PARTITION BY month ORDER BY (accountId, itemId, session, month)
SETTINGS ${SETTINGS}`,
  createView(sessionsView),

  // Events and visitors by hour and type of event.
  `CREATE TABLE IF NOT EXISTS hours (
  accountId UInt64 CODEC(ZSTD(1)),
  type LowCardinality(String),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  events SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  visitors AggregateFunction(uniqExactIf, UInt64, UInt8) CODEC(ZSTD(1))
) ENGINE = AggregatingMergeTree ORDER BY (accountId, type, hour)
SETTINGS ${SETTINGS}`,
  ...hoursViews.map(createView),

  // Page views by UTC day and item.
  `CREATE TABLE IF NOT EXISTS item_days (
  accountId UInt64 CODEC(ZSTD(1)),
  itemId UInt64 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  pageViews SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
) ENGINE = AggregatingMergeTree ORDER BY (accountId, day, itemId)
SETTINGS ${SETTINGS}`,
  createView(itemDaysView),

  // Ids chosen by clients, stored for as long as clients may retry.
  `CREATE TABLE IF NOT EXISTS event_ids (
  accountId UInt64 CODEC(ZSTD(1)),
  id UUID,
  receivedAt DateTime('UTC') CODEC(ZSTD(1))
) ENGINE = MergeTree PARTITION BY toMonday(receivedAt) ORDER BY (accountId, id)
SETTINGS ${SETTINGS}, index_granularity = 256`,
];
