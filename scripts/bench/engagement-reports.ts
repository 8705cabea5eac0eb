/** The reports that `stats` measures, over HTTP and through the service. */
import type { Account } from '../../src/identity/accounts/account.record.js';
import { createItemStatsService } from '../../src/engagement/reports/item-stats.service.js';
import { createListStatsService } from '../../src/engagement/reports/list-stats.service.js';
import type { StatsDeps } from '../../src/engagement/reports/run-report.js';
import { createStatsService } from '../../src/engagement/reports/stats.service.js';
import { ACCOUNT, openApp } from './app.js';
import { getRequest } from './load.js';

export const RANGES = ['week', 'year'] as const;
const ITEM = 3;

export type Range = (typeof RANGES)[number];
type Report = [name: string, path: string, run: (deps: StatsDeps, account: Account, range: Range) => unknown];

export const reports: Report[] = [
  [
    'trending-topics',
    '/stats/trending-topics',
    (deps, account, range) => createStatsService(deps).trendingTopics(account, { range }),
  ],
  [
    'page-views',
    '/stats/page-views',
    (deps, account, range) => createStatsService(deps).pageViews(account, { range }),
  ],
  [
    'top-items',
    '/stats/top-items',
    (deps, account, range) => createListStatsService(deps).topItems(account, { range }),
  ],
  [
    'searches',
    '/stats/searches',
    (deps, account, range) => createListStatsService(deps).searches(account, { range }),
  ],
  [
    'overview',
    '/stats/overview',
    (deps, account, range) => createStatsService(deps).overview(account, { range }),
  ],
  [
    'retention',
    `/stats/items/${ITEM}/retention`,
    (deps, account, range) => createItemStatsService(deps).retention(account, ITEM, { range }),
  ],
];

/** An API token of the measured account. */
export const newSecret = async (dataDir: string): Promise<string> => {
  const app = openApp(dataDir);
  const account = await app.accounts.byShortName(ACCOUNT);
  const { secret } = await app.tokens.create(account!.id, {
    name: 'bench',
    scopes: ['admin'],
    expiresAt: null,
  });
  await app.close();
  return secret;
};

export const request = (secret: string, path: string, range: Range): string =>
  getRequest('127.0.0.1', `/v2${path}?range=${range}`, { Authorization: `Bearer ${secret}` });
