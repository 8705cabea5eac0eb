/** The library's public interface: accepts events, stores each durably and counts it once, and returns reports. */
export * from './events/events.js';
export type { ClickHouse } from './clickhouse/clickhouse.js';
export { connectClickHouse } from './clickhouse/connect.js';
export { encodeEvents } from './events/encode.js';
export { AnalyticsUnavailableError } from './clickhouse/errors.js';
export { DEFAULT_RETENTION, isFormerStore, migrateClickHouse } from './migrate.js';
export { removeEvents, type RemovedEvents } from './remove-events.js';
export { openSpool, SpoolFullError, SpoolUnavailableError, type Spool } from './spool/spool.js';
export { storeBatch } from './store-batch.js';
export { visitorHash, type Visitor } from './events/events.js';
export { createWriter, type Writer } from './writer.js';
export { dateIn, daysBetween, namedRange, RANGE_NAMES, type Range } from './reports/range.js';
export type { ItemFilter } from './reports/scope.js';
export { live } from './reports/live.js';
export { overview } from './reports/overview.js';
export { pageViews } from './reports/page-views.js';
export { quality, type QualityReport } from './reports/quality.js';
export { retention } from './reports/retention.js';
export { searches, SEARCHES_SORTS, type SearchesSort } from './reports/searches.js';
export {
  SOURCE_DIMENSIONS,
  sources,
  SOURCES_SORTS,
  type SourceDimension,
  type SourcesSort,
} from './reports/sources.js';
export { TOP_ITEMS_SORTS, topItems, type TopItemsSort } from './reports/top-items.js';
export { trendingTopics } from './reports/trending-topics.js';
export {
  EXPORT_FORMATS,
  exportEvents,
  exportRows,
  exportSearches,
  exportTopItems,
  type ExportAs,
  type ExportShape,
} from './export.js';
