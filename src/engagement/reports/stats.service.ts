/** Reports of an account: filters and names come from SQL, metrics from ClickHouse. */
import {
  live,
  overview,
  pageViews,
  quality,
  retention,
  searches,
  sources,
  topItems,
  trendingTopics,
  type ClickHouse,
  type Range,
  type SearchesSort,
  type SourceDimension,
  type SourcesSort,
  type TopItemsSort,
} from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow } from '../../platform/db/rows.js';
import { envelope } from '../../platform/http/endpoint.js';
import type { Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import {
  pageOf,
  type FilterQuery,
  type PageQuery,
  type PeriodQuery,
  type StatsQuery,
} from './stats-query.js';
import { itemFilter, statsScope, type StatsScope } from './stats-scope.js';
import { itemTitles, topicItems } from './stats.repository.js';
import type {
  LiveResponse,
  OverviewResponse,
  PageViewsResponse,
  QualityResponse,
  RetentionResponse,
  SearchesResponse,
  SourcesResponse,
  TopItemsResponse,
  TrendingTopicsResponse,
} from './stats.schema.js';

export interface StatsDeps {
  db: Db;
  clock: Clock;
  /** @throws {AnalyticsUnavailableError} when ClickHouse is down */
  clickHouse(): Promise<ClickHouse>;
}

type Paged<S = unknown> = StatsQuery & PageQuery & { sort?: S };

export type StatsService = ReturnType<typeof createStatsService>;

/**
 * Every report throws BadRequestError for an invalid period, and AnalyticsUnavailableError when ClickHouse is
 * down.
 */
export const createStatsService = ({ db, clock, clickHouse }: StatsDeps) => {
  const report = async <R>(
    account: Account,
    query: StatsQuery,
    run: (engine: ClickHouse, scope: StatsScope) => Promise<R>,
  ) => {
    const scope = await statsScope({ db, clock }, account, query);
    return { ...(await run(await clickHouse(), scope)), range: presentRange(scope.range) };
  };

  return {
    trendingTopics: (account: Account, query: Paged): Promise<TrendingTopicsResponse> =>
      report(account, query, async (engine, scope) => {
        const topics = topicItems(db, account.id);
        const { trendingTopics: rising } = await trendingTopics(engine, scope, topics, pageOf(query));
        const names = new Map((await topics).map(({ topicId, name }) => [topicId, name]));
        return {
          trendingTopics: rising.map((topic) => ({ ...topic, name: names.get(topic.topicId) ?? '' })),
        };
      }),

    pageViews: (account: Account, query: StatsQuery): Promise<PageViewsResponse> =>
      report(account, query, async (engine, scope) => ({ pageViews: await pageViews(engine, scope) })),

    topItems: (account: Account, query: Paged<TopItemsSort>): Promise<TopItemsResponse> =>
      report(account, query, async (engine, scope) => {
        const page = pageOf(query);
        const { items, totalRecords } = await topItems(engine, scope, { ...page, sort: query.sort });
        const ids = items.map(({ itemId }) => itemId);
        const titles = await itemTitles(db, account.id, ids);
        return {
          items: items.map((item) => ({ ...item, title: titles.get(item.itemId) ?? null })),
          ...envelope(page.limit, page.offset, totalRecords),
        };
      }),

    searches: (account: Account, query: Paged<SearchesSort>): Promise<SearchesResponse> =>
      report(account, query, async (engine, scope) => {
        const page = pageOf(query);
        const { totalRecords, ...found } = await searches(engine, scope, { ...page, sort: query.sort });
        return { ...found, ...envelope(page.limit, page.offset, totalRecords) };
      }),

    overview: (account: Account, query: StatsQuery): Promise<OverviewResponse> =>
      report(account, query, async (engine, scope) => ({ overview: await overview(engine, scope) })),

    sources: (
      account: Account,
      query: Paged<SourcesSort> & { by: SourceDimension },
    ): Promise<SourcesResponse> =>
      report(account, query, async (engine, scope) => {
        const page = pageOf(query);
        const { totalRecords, ...found } = await sources(engine, scope, query.by, {
          ...page,
          sort: query.sort,
        });
        return { ...found, ...envelope(page.limit, page.offset, totalRecords) };
      }),

    quality: (account: Account, query: StatsQuery): Promise<QualityResponse> =>
      report(account, query, async (engine, scope) => ({ quality: await quality(engine, scope) })),

    live: async (account: Account, query: FilterQuery): Promise<LiveResponse> => {
      const filter = await itemFilter(db, account.id, query);
      const scope = { accountId: account.id, filter };
      const { items, ...rest } = await live(await clickHouse(), scope, clock.now().getTime());
      const titles = await itemTitles(
        db,
        account.id,
        items.map(({ itemId }) => itemId),
      );
      return {
        live: { ...rest, items: items.map((item) => ({ ...item, title: titles.get(item.itemId) ?? null })) },
      };
    },

    /** @throws {AppError} NotFoundError when the account has no such item */
    retention: async (account: Account, itemId: number, query: PeriodQuery): Promise<RetentionResponse> => {
      const item = await findRow(db, 'item', account.id, itemId);
      if (!item) throw notFound();
      return report(account, query, async (engine, scope) => ({
        retention: { title: item.title, ...(await retention(engine, scope, itemId, item.durationSecs)) },
      }));
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
