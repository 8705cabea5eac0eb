/** The library's public interface: accepts events, stores each durably and counts it once, and returns reports. */
export * from './events/events.js';
export type { ClickHouse } from './clickhouse/clickhouse.js';
export { unsupportedServer } from './clickhouse/supported.js';
export { connectClickHouse, type ClickHouseAddress } from './clickhouse/connect.js';
export { encodeEvents, searchTerm } from './events/encode.js';
export { AnalyticsUnavailableError } from './clickhouse/errors.js';
export { DEFAULT_RETENTION, isFormerStore, migrateClickHouse, pendingEventMigrations } from './migrate.js';
export { removeEvents, type RemovedEvents } from './remove-events.js';
export { openSpool, SpoolFullError, SpoolUnavailableError, type Spool } from './spool/spool.js';
export { storeBatch } from './store-batch.js';
export { visitorHash, type Visitor } from './events/events.js';
export { createWriter, type WaitingEvents, type Writer } from './writer.js';
export { dateIn, daysBetween, namedRange, RANGE_NAMES, type DateRange } from './reports/range.js';
export { previousScope, type ItemFilter } from './reports/scope.js';
export { downloads, downloadsByApp, downloadsByItem } from './reports/downloads.js';
export { live } from './reports/live.js';
export { moments } from './reports/moments.js';
export { overview } from './reports/overview.js';
export { pageViews } from './reports/page-views.js';
export { pages, PAGES_SORTS, type PagesSort } from './reports/pages.js';
export { quality, type QualityReport } from './reports/quality.js';
export { retention, type RetentionReport } from './reports/retention.js';
export { searches, SEARCHES_SORTS, type SearchesSort, type SearchMetrics } from './reports/searches.js';
export { sources, SOURCES_SORTS, type SourcesSort } from './reports/sources.js';
export {
  SOURCE_DIMENSIONS,
  VISIT_FILTERS,
  type SourceDimension,
  type VisitFilter,
} from './reports/visit-filter.js';
export { TOP_GROUPS_SORTS, topGroups, type ItemGroup, type TopGroupsSort } from './reports/top-groups.js';
export { TOP_ITEMS_SORTS, topItems, type TopItemsSort } from './reports/top-items.js';
export { TYPICAL_AGES, typical, type PublishedItem } from './reports/typical.js';
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
export { eventParts, exportPart, type EventPart } from './backup/export-parts.js';
export { loadParts, type LoadedAccounts } from './backup/load-parts.js';
export { stagedStore, type StagedStore } from './backup/staged-store.js';
export { storedRows } from './backup/stored-tables.js';
