/** The library's public interface: events in, durable and counted once; reports out. */
export * from './events.js';
export { connectClickHouse, type ClickHouse, type ClickHouseAddress } from './connect.js';
export { encodeEvents, type EventIdRow } from './encode.js';
export { AnalyticsUnavailableError, SpoolFullError, SpoolUnavailableError } from './errors.js';
export { DEFAULT_RETENTION, migrateClickHouse, type Retention } from './migrate.js';
export { openSpool, type Lag, type Spool } from './spool.js';
export { storeBatch } from './store-batch.js';
export { visitorHash, type Visitor } from './visitor.js';
export { createWriter, type Writer } from './writer.js';
export {
  dateIn,
  daysBetween,
  previousOf,
  RANGE_NAMES,
  unitToDate,
  type Interval,
  type Range,
  type RangeName,
} from './range.js';
export type { ItemFilter, Page, ReportScope } from './reports/scope.js';
export { overview, type OverviewMetrics, type OverviewReport } from './reports/overview.js';
export { pageViews, type PageViewsReport } from './reports/page-views.js';
export { retention, type RetentionReport } from './reports/retention.js';
export {
  searches,
  SEARCHES_SORTS,
  type SearchesReport,
  type SearchesSort,
  type SearchMetrics,
} from './reports/searches.js';
export {
  TOP_ITEMS_SORTS,
  topItems,
  type TopItem,
  type TopItemsReport,
  type TopItemsSort,
} from './reports/top-items.js';
export { trendingTopics, type TrendingTopic, type TrendingTopicsReport } from './reports/trending-topics.js';
export {
  EXPORT_FORMATS,
  exportEvents,
  exportRows,
  exportSearches,
  exportTopItems,
  type ExportAs,
} from './export.js';
