/** Reports on downloads: requests of podcast apps for the files in feeds, each client's first one of a day. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { COUNTED, instant } from './conditions.js';
import {
  byInterval,
  HOUR,
  iso,
  itemCondition,
  paramsOf,
  slotOf,
  sum,
  type ReportPage,
  type ReportScope,
} from './scope.js';
import { ofDownloads } from './visit-filter.js';

export interface DownloadsReport {
  total: number;
  /** Every interval of the range, including those without downloads. */
  series: { start: string; downloads: number }[];
}

export interface DownloadRow<Key> {
  key: Key;
  downloads: number;
}

export const downloads = async (clickHouse: ClickHouse, scope: ReportScope): Promise<DownloadsReport> => {
  const { range } = scope;
  const slots =
    range.from >= range.to
      ? []
      : await clickHouse.query<{ slot: number; n: number }>(
          `SELECT ${slotOf('first')} AS slot, count() AS n FROM ${downloadsSql(scope)} GROUP BY slot`,
          { ...paramsOf(scope), slots: [...range.intervals] },
        );
  const intervals = byInterval(range, slots);
  return {
    total: sum(slots, ({ n }) => n),
    series: intervals.map(({ start, rows }) => ({ start: iso(start), downloads: sum(rows, ({ n }) => n) })),
  };
};

/** Most downloads first. */
export const downloadsByItem = (
  clickHouse: ClickHouse,
  scope: ReportScope,
  page: ReportPage,
): Promise<{ rows: DownloadRow<number>[]; totalRecords: number }> =>
  grouped<number>(clickHouse, scope, 'item', page);

/** Most downloads first. An app that is not known has an empty name. */
export const downloadsByApp = (
  clickHouse: ClickHouse,
  scope: ReportScope,
  page: ReportPage,
): Promise<{ rows: DownloadRow<string>[]; totalRecords: number }> =>
  grouped<string>(clickHouse, scope, 'usedApp', page);

const grouped = async <Key>(
  clickHouse: ClickHouse,
  scope: ReportScope,
  key: 'item' | 'usedApp',
  { limit, offset }: ReportPage,
): Promise<{ rows: DownloadRow<Key>[]; totalRecords: number }> => {
  const all = await clickHouse.query<DownloadRow<Key>>(
    `SELECT ${key} AS key, count() AS downloads FROM ${downloadsSql(scope)}
GROUP BY key ORDER BY downloads DESC, key LIMIT ${MAX_ROWS}`,
    paramsOf(scope),
  );
  return { rows: all.slice(offset, offset + limit), totalRecords: all.length };
};

/** More items or apps than this are not reported. */
const MAX_ROWS = 100_000;
const DAY_HOURS = 25;

/**
 * One row per download, with the time of its first request in milliseconds (`first`), the `item` and the app (`usedApp`). The
 * first request decides to which period it belongs, so requests of the same day before the range are read as well.
 */
const downloadsSql = (scope: ReportScope): string => `(
SELECT toUnixTimestamp64Milli(min(at)) AS first, any(itemId) AS item, argMin(app, at) AS usedApp
FROM downloads
WHERE ${COUNTED} AND visitor IS NOT NULL AND at >= ${instant('from')} - toIntervalMillisecond(${DAY_HOURS * HOUR})
  AND at < ${instant('to')}${itemCondition(scope)}${ofDownloads(scope.visits)}
GROUP BY visitor, mediaAssetId HAVING first >= {from:Int64}
)`;
