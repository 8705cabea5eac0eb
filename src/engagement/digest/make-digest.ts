/** Makes the digest of a week from the reports. */
import type { Account } from '../../identity/accounts/account.record.js';
import type { DownloadStatsService } from '../downloads/download-stats.service.js';
import type { ListStatsService } from '../reports/list-stats.service.js';
import type { StatsService } from '../reports/stats.service.js';
import type { SearchGroupsService } from '../search-groups/search-groups.service.js';
import { Temporal } from 'temporal-polyfill';

const MAX_ITEMS = 5;
const MAX_TOPICS = 3;
const MAX_QUERIES = 5;

interface Metrics {
  plays: number;
  watchSeconds: number;
  /** Sum of the days. */
  uniqueVisitors: number;
  pageViews: number;
  searches: number;
}

/** As webhooks receive it; docs/webhooks.md describes the fields. */
export interface Digest extends DigestWeek {
  timeZone: string;
  overview: Metrics & { previous: Metrics };
  downloads: { total: number; previous: { total: number } };
  topItems: { itemId: number; title: string | null; plays: number; watchSeconds: number }[];
  trendingTopics: { topicId: number; name: string; plays: number; previousPlays: number }[];
  /** Groups that ask for the same, each by its most frequent query, without those that staff ignore. */
  searchesWithoutResults: { query: string; searches: number; withoutResults: number }[];
}

interface Reports {
  stats: Pick<StatsService, 'overview' | 'trendingTopics'>;
  lists: Pick<ListStatsService, 'topItems'>;
  downloads: Pick<DownloadStatsService, 'downloads'>;
  groups: Pick<SearchGroupsService, 'list'>;
}

/**
 * @returns null if nothing happened in the week
 * @throws {AnalyticsUnavailableError} when ClickHouse is down
 */
export const makeDigest = async (
  { stats, lists, downloads, groups }: Reports,
  account: Account,
  week: DigestWeek,
): Promise<Digest | null> => {
  const { from, to } = week;
  const { overview } = await stats.overview(account, { from, to });
  const metrics = metricsOf(overview);
  const downloaded = await downloads.downloads(account, { from, to, compare: 'previous' });
  const { total, previous } = downloaded.downloads;
  if (total === 0 && Object.values(metrics).every((value) => value === 0)) return null;
  const { items } = await lists.topItems(account, { from, to, limit: MAX_ITEMS, sort: 'plays' });
  const { trendingTopics } = await stats.trendingTopics(account, { from, to, limit: MAX_TOPICS });
  const missing = await groups.list(account, { from, to, limit: MAX_QUERIES, sort: 'withoutResults' });
  return {
    ...week,
    timeZone: account.timeZone,
    overview: { ...metrics, previous: metricsOf(overview.previous) },
    downloads: { total, previous: { total: previous?.total ?? 0 } },
    topItems: items
      .filter(({ plays }) => plays > 0)
      .map(({ itemId, title, plays, watchSeconds }) => ({ itemId, title, plays, watchSeconds })),
    trendingTopics: trendingTopics.map(({ topicId, name, plays, previousPlays }) => ({
      topicId,
      name,
      plays,
      previousPlays,
    })),
    searchesWithoutResults: missing.groups.map(({ query, searches, withoutResults }) => ({
      query,
      searches,
      withoutResults,
    })),
  };
};

const metricsOf = ({ plays, watchSeconds, uniqueVisitors, pageViews, searches }: Metrics): Metrics => ({
  plays,
  watchSeconds,
  uniqueVisitors,
  pageViews,
  searches,
});

const SEND_HOUR = 6;

export interface DigestWeek {
  /** ISO 8601, such as `2026-W09`; in the order of time. */
  week: string;
  /** Its Monday, as a date. */
  from: string;
  /** Its Sunday. */
  to: string;
}

/**
 * @param now ms since 1970
 * @param timeZone IANA name
 * @returns null from Monday midnight until 06:00
 */
export const digestWeekAt = (now: number, timeZone: string): DigestWeek | null => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  if (today.dayOfWeek === 1 && local.hour < SEND_HOUR) return null;
  const to = today.subtract({ days: today.dayOfWeek });
  const number = String(to.weekOfYear).padStart(2, '0');
  return {
    week: `${to.yearOfWeek}-W${number}`,
    from: to.subtract({ days: 6 }).toString(),
    to: to.toString(),
  };
};
