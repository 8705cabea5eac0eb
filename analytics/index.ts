/** Engagement: events in, kept safe and counted once; metrics out. The library's only door. */
export * from './events.js';
export { connectClickHouse, type ClickHouse, type ClickHouseAddress } from './connect.js';
export { AnalyticsUnavailableError } from './errors.js';
export { DEFAULT_RETENTION, migrateClickHouse, type Retention } from './migrate.js';
export { openSpool, SpoolFullError, SpoolUnavailableError, type Lag, type Spool } from './spool.js';
export { storeBatch } from './store-batch.js';
export { visitorHash, type Visitor } from './visitor.js';
export { createWriter, type Writer } from './writer.js';
export {
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
