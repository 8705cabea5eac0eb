/** Reports over time: filters and names come from SQL, metrics from ClickHouse. */
import { live, overview, pageViews, quality, trendingTopics } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { createReportRunner, presentAge, type StatsDeps } from './run-report.js';
import { pageOf, type FilterQuery, type PageQuery, type StatsQuery } from './stats-query.js';
import { itemFilter } from './stats-scope.js';
import { itemTitles, topicItems } from './stats.repository.js';
import type {
  LiveResponse,
  OverviewResponse,
  PageViewsResponse,
  QualityResponse,
  TrendingTopicsResponse,
} from './stats.schema.js';

export type StatsService = ReturnType<typeof createStatsService>;

/**
 * Every report throws BadRequestError for an invalid period, and AnalyticsUnavailableError when ClickHouse is
 * down.
 */
export const createStatsService = (deps: StatsDeps) => {
  const { db, clock, clickHouse } = deps;
  const report = createReportRunner(deps);

  return {
    trendingTopics: (account: Account, query: StatsQuery & PageQuery): Promise<TrendingTopicsResponse> =>
      report(account, query, async (engine, scope) => {
        const topics = topicItems(db, account.id);
        const { trendingTopics: rising } = await trendingTopics(engine, scope, topics, pageOf(query));
        const names = new Map((await topics).map(({ topicId, name }) => [topicId, name]));
        return {
          trendingTopics: rising.map((topic) => ({ ...topic, name: names.get(topic.topicId) ?? '' })),
        };
      }),

    pageViews: (account: Account, query: StatsQuery): Promise<PageViewsResponse> =>
      report(account, query, async (engine, scope, before) => {
        const [current, previous] = await Promise.all([
          pageViews(engine, scope),
          before && pageViews(engine, before),
        ]);
        return { pageViews: { ...current, ...(previous && { previous }) } };
      }),

    overview: (account: Account, query: StatsQuery): Promise<OverviewResponse> =>
      report(account, query, async (engine, scope, before) => {
        const { previousSeries, ...current } = await overview(engine, scope);
        return { overview: { ...current, ...(before && { previousSeries }) } };
      }),

    quality: (account: Account, query: StatsQuery): Promise<QualityResponse> =>
      report(account, query, async (engine, scope, before) => {
        const [current, previous] = await Promise.all([
          quality(engine, scope),
          before && quality(engine, before),
        ]);
        if (!previous) return { quality: current };
        const { sessions, startup, stalls, errors } = previous;
        return { quality: { ...current, previous: { sessions, startup, stalls, errors } } };
      }),

    live: async (account: Account, query: FilterQuery): Promise<LiveResponse> => {
      const filter = await itemFilter(db, account.id, query);
      const scope = { accountId: account.id, filter };
      const engine = await clickHouse();
      const age = presentAge(deps);
      const { items, ...rest } = await live(engine, scope, clock.now().getTime());
      const titles = await itemTitles(
        db,
        account.id,
        items.map(({ itemId }) => itemId),
      );
      return {
        live: { ...rest, items: items.map((item) => ({ ...item, title: titles.get(item.itemId) ?? null })) },
        ...age,
      };
    },
  };
};
