/**
 * Requests for the enclosures of feeds. A client has another hash each day, so that one download a day is one pair of
 * visitor and media asset.
 */

export const id = '0003-downloads';

/** The tables to which the retention of raw events applies. */
export const rawTables = ['downloads'];

export const statements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS downloads (
  accountId UInt64 CODEC(ZSTD(1)),
  id UUID,
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  receivedAt DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  visitor Nullable(UInt64) CODEC(ZSTD(1)),
  origin LowCardinality(Nullable(String)),
  itemId UInt64 CODEC(ZSTD(1)),
  mediaAssetId UInt64 CODEC(ZSTD(1)),
  app LowCardinality(String),
  country LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String)
) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (accountId, at)
SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1,
  ttl_only_drop_parts = 1`,
];
