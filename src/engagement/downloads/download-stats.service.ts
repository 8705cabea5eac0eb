/** Reports on downloads. */
import { downloads, downloadsByApp, downloadsByItem } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { envelope } from '../../platform/http/endpoint/endpoint.js';
import { createReportRunner, WHOLE, withPrevious, type StatsDeps } from '../reports/run-report.js';
import { pageOf, type PageQuery, type StatsQuery } from '../reports/stats-query.js';
import { itemTitles } from '../reports/stats.repository.js';
import type {
  DownloadAppsResponse,
  DownloadedItemsResponse,
  DownloadsResponse,
} from './download-stats.schema.js';

export type DownloadStatsService = ReturnType<typeof createDownloadStatsService>;

const NONE = { downloads: 0 };

/**
 * Every report throws BadRequestError for an invalid period, and AnalyticsUnavailableError when ClickHouse is
 * down.
 */
export const createDownloadStatsService = (deps: StatsDeps) => {
  const report = createReportRunner(deps);

  return {
    downloads: (account: Account, query: StatsQuery): Promise<DownloadsResponse> =>
      report(account, query, async (engine, scope, before) => {
        const [current, previous] = await Promise.all([
          downloads(engine, scope),
          before && downloads(engine, before),
        ]);
        return { downloads: { ...current, ...(previous && { previous }) } };
      }),

    items: (account: Account, query: StatsQuery & PageQuery): Promise<DownloadedItemsResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const [{ rows, totalRecords }, previous] = await Promise.all([
          downloadsByItem(engine, scope, page),
          before && downloadsByItem(engine, before, WHOLE),
        ]);
        const ids = rows.map(({ key }) => key);
        const titles = await itemTitles(deps.db, account.id, ids);
        const items = withPrevious(rows, previous?.rows, 'key', NONE).map(({ key, ...row }) => ({
          itemId: key,
          title: titles.get(key) ?? null,
          ...row,
        }));
        return { items, ...envelope(page.limit, page.offset, totalRecords) };
      }),

    apps: (account: Account, query: StatsQuery & PageQuery): Promise<DownloadAppsResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const [{ rows, totalRecords }, previous] = await Promise.all([
          downloadsByApp(engine, scope, page),
          before && downloadsByApp(engine, before, WHOLE),
        ]);
        const apps = withPrevious(rows, previous?.rows, 'key', NONE).map(({ key, ...row }) => ({
          app: key || null,
          ...row,
        }));
        return { apps, ...envelope(page.limit, page.offset, totalRecords) };
      }),
  };
};
