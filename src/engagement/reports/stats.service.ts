/** Reports of an account: filters and names come from SQL, the metrics from ClickHouse. */
import {
  overview,
  pageViews,
  retention,
  searches,
  topItems,
  trendingTopics,
  type ClickHouse,
  type Range,
  type SearchesSort,
  type TopItemsSort,
} from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import { envelope } from '../../platform/http/endpoint.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { pageOf, rangeOf, type PageQuery, type PeriodQuery, type StatsQuery } from './stats-query.js';
import { statsScope } from './stats-scope.js';
import { itemTitles, topicItems } from './stats.repository.js';
import type {
  OverviewResponse,
  PageViewsResponse,
  RetentionResponse,
  SearchesResponse,
  TopItemsResponse,
  TrendingTopicsResponse,
} from './stats.schema.js';

export interface StatsDeps {
  db: Db;
  clock: Clock;
  /** The engine of the metrics, its schema up to date. @throws AnalyticsUnavailableError */
  clickHouse(): Promise<ClickHouse>;
}

type Paged<S = unknown> = StatsQuery & PageQuery & { sort?: S };

export type StatsService = ReturnType<typeof createStatsService>;

/** Every report throws BadRequestError for days that cannot be, and AnalyticsUnavailableError. */
export const createStatsService = ({ db, clock, clickHouse }: StatsDeps) => {
  const scopeOf = (account: Account, query: StatsQuery) => statsScope({ db, clock }, account, query);

  return {
    trendingTopics: async (account: Account, query: Paged): Promise<TrendingTopicsResponse> => {
      const scope = await scopeOf(account, query);
      const engine = await clickHouse();
      const topics = topicItems(db, account.id);
      const report = await trendingTopics(engine, scope, topics, pageOf(query));
      const names = new Map((await topics).map(({ topicId, name }) => [topicId, name]));
      return {
        trendingTopics: report.trendingTopics.map(({ topicId, ...metrics }) => ({
          topicId,
          name: names.get(topicId) ?? '',
          ...metrics,
        })),
        range: presentRange(scope.range),
      };
    },

    pageViews: async (account: Account, query: StatsQuery): Promise<PageViewsResponse> => {
      const scope = await scopeOf(account, query);
      return { pageViews: await pageViews(await clickHouse(), scope), range: presentRange(scope.range) };
    },

    topItems: async (account: Account, query: Paged<TopItemsSort>): Promise<TopItemsResponse> => {
      const scope = await scopeOf(account, query);
      const { limit, offset } = pageOf(query);
      const report = await topItems(await clickHouse(), scope, { sort: query.sort, limit, offset });
      const titles = await itemTitles(
        db,
        account.id,
        report.items.map(({ itemId }) => itemId),
      );
      return {
        items: report.items.map(({ itemId, ...metrics }) => ({
          itemId,
          title: titles.get(itemId) ?? null,
          ...metrics,
        })),
        ...envelope(limit, offset, report.totalRecords),
        range: presentRange(scope.range),
      };
    },

    searches: async (account: Account, query: Paged<SearchesSort>): Promise<SearchesResponse> => {
      const scope = await scopeOf(account, query);
      const { limit, offset } = pageOf(query);
      const report = await searches(await clickHouse(), scope, { sort: query.sort, limit, offset });
      return {
        total: report.total,
        queries: report.queries,
        ...envelope(limit, offset, report.totalRecords),
        range: presentRange(scope.range),
      };
    },

    overview: async (account: Account, query: StatsQuery): Promise<OverviewResponse> => {
      const scope = await scopeOf(account, query);
      return { overview: await overview(await clickHouse(), scope), range: presentRange(scope.range) };
    },

    /** @throws NotFoundError */
    retention: async (account: Account, itemId: number, query: PeriodQuery): Promise<RetentionResponse> => {
      const item = await findRow(db, 'item', account.id, itemId);
      if (!item) throw notFound();
      const range = rangeOf(query, account, clock);
      const report = await retention(
        await clickHouse(),
        { accountId: account.id, range },
        itemId,
        item.durationSecs,
      );
      const { durationSeconds, plays, audience } = report;
      return {
        retention: { itemId, title: item.title, durationSeconds, plays, audience },
        range: presentRange(range),
      };
    },
  };
};

const presentRange = ({ name, from, to, previousFrom, previousTo }: Range) => ({
  name,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  previousFrom: new Date(previousFrom).toISOString(),
  previousTo: new Date(previousTo).toISOString(),
});
