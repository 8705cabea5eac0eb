/** Engagement: events in, kept safe and counted once; figures out. The library's only door. */
export * from './events.js';
export { connectClickHouse, type ClickHouse, type ClickHouseAddress } from './connect.js';
export { AnalyticsUnavailableError } from './errors.js';
export { DEFAULT_RETENTION, migrateClickHouse, type Retention } from './migrate.js';
export { openSpool, SpoolFullError, SpoolUnavailableError, type Lag, type Spool } from './spool.js';
export { storeBatch } from './store-batch.js';
export { visitorHash, type Visitor } from './visitor.js';
export { createWriter, type Writer } from './writer.js';
export {
  EXPORT_FORMATS,
  exportEvents,
  exportRows,
  exportSearches,
  exportTopItems,
  type ExportAs,
} from './export.js';
export { daysBetween, RANGE_NAMES, unitToDate, type Range, type RangeName } from './range.js';
export { overview } from './reports/overview.js';
export { pageViews } from './reports/page-views.js';
export { retention } from './reports/retention.js';
export { type ItemFilter, type ReportScope } from './reports/scope.js';
export { searches, SEARCHES_SORTS, type SearchesSort } from './reports/searches.js';
export { topItems, TOP_ITEMS_SORTS, type TopItemsSort } from './reports/top-items.js';
export { trendingTopics } from './reports/trending-topics.js';
