/** The reports that `stats` measures, over HTTP and through the service. */
import type { Account } from '../../src/identity/accounts/account.record.js';
import type { StatsService } from '../../src/engagement/reports/stats.service.js';
import { ACCOUNT, openApp } from './app.js';
import { getRequest } from './load.js';

export const RANGES = ['week', 'year'] as const;
const ITEM = 3;

export type Range = (typeof RANGES)[number];
type Report = [
  name: string,
  path: string,
  run: (stats: StatsService, account: Account, range: Range) => unknown,
];

export const reports: Report[] = [
  [
    'trending-topics',
    '/stats/trending-topics',
    (stats, account, range) => stats.trendingTopics(account, { range }),
  ],
  ['page-views', '/stats/page-views', (stats, account, range) => stats.pageViews(account, { range })],
  ['top-items', '/stats/top-items', (stats, account, range) => stats.topItems(account, { range })],
  ['searches', '/stats/searches', (stats, account, range) => stats.searches(account, { range })],
  ['overview', '/stats/overview', (stats, account, range) => stats.overview(account, { range })],
  [
    'retention',
    `/stats/items/${ITEM}/retention`,
    (stats, account, range) => stats.retention(account, ITEM, { range }),
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
