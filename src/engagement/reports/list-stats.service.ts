/** Reports that are lists: metrics come from ClickHouse, titles and names from SQL. */
import {
  pages,
  searches,
  sources,
  topGroups,
  topItems,
  type PagesSort,
  type SearchesSort,
  type SourceDimension,
  type SourcesSort,
  type TopGroupsSort,
  type TopItemsSort,
  type ClickHouse,
} from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { envelope } from '../../platform/http/endpoint/endpoint.js';
import type {
  PagesResponse,
  SearchesResponse,
  SourcesResponse,
  TopItemsResponse,
  TopSeriesResponse,
  TopSpeakersResponse,
} from './list-stats.schema.js';
import { createReportRunner, WHOLE, withPrevious, type StatsDeps } from './run-report.js';
import { pageOf, type PageQuery, type StatsQuery } from './stats-query.js';
import { itemTitles, seriesItems, speakerItems, type NamedGroup } from './stats.repository.js';
import type { StatsScope } from './stats-scope.js';

type Paged<S = unknown> = StatsQuery & PageQuery & { sort?: S };

export type ListStatsService = ReturnType<typeof createListStatsService>;

/**
 * Every report throws BadRequestError for an invalid period, and AnalyticsUnavailableError when ClickHouse is
 * down.
 */
export const createListStatsService = (deps: StatsDeps) => {
  const { db } = deps;
  const report = createReportRunner(deps);

  /** Series or speakers. The groups of the previous period are all read, because each is a sum over items. */
  const groups = (
    account: Account,
    query: Paged<TopGroupsSort>,
    kind: 'series' | 'speakers',
    read: () => Promise<NamedGroup[]>,
  ) =>
    report(account, query, async (engine, scope, before) => {
      const page = pageOf(query);
      const named = await read();
      const [current, previous] = await Promise.all([
        namedGroups(engine, scope, kind, named, { ...page, sort: query.sort }),
        before && topGroups(engine, before, kind, named, WHOLE),
      ]);
      const metrics = previous?.groups.map(({ id, plays, watchSeconds, pageViews }) => ({
        id,
        plays,
        watchSeconds,
        pageViews,
      }));
      return {
        groups: withPrevious(current.groups, metrics, 'id', { plays: 0, watchSeconds: 0, pageViews: 0 }),
        ...envelope(page.limit, page.offset, current.totalRecords),
      };
    });

  return {
    topItems: (account: Account, query: Paged<TopItemsSort>): Promise<TopItemsResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const { items, totalRecords } = await topItems(engine, scope, { ...page, sort: query.sort });
        const ids = items.map(({ itemId }) => itemId);
        const only = { limit: Math.max(1, ids.length), offset: 0 };
        const [titles, previous] = await Promise.all([
          itemTitles(db, account.id, ids),
          before && topItems(engine, { ...before, filter: { itemIds: ids } }, only),
        ]);
        return {
          items: withPrevious(items, previous?.items, 'itemId', NOT_PLAYED).map((item) => ({
            ...item,
            title: titles.get(item.itemId) ?? null,
          })),
          ...envelope(page.limit, page.offset, totalRecords),
        };
      }),

    topSeries: async (account: Account, query: Paged<TopGroupsSort>): Promise<TopSeriesResponse> => {
      const { groups: found, ...rest } = await groups(account, query, 'series', () =>
        seriesItems(db, account.id),
      );
      return {
        series: found.map(({ id, name, ...group }) => ({ seriesId: id, title: name, ...group })),
        ...rest,
      };
    },

    topSpeakers: async (account: Account, query: Paged<TopGroupsSort>): Promise<TopSpeakersResponse> => {
      const { groups: found, ...rest } = await groups(account, query, 'speakers', () =>
        speakerItems(db, account.id),
      );
      return { speakers: found.map(({ id, ...group }) => ({ speakerId: id, ...group })), ...rest };
    },

    pages: (account: Account, query: Paged<PagesSort>): Promise<PagesResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const { pages: rows, totalRecords } = await pages(engine, scope, { ...page, sort: query.sort });
        const only = rows.map(({ url }) => url);
        const previous =
          before && (await pages(engine, before, { limit: Math.max(1, only.length), offset: 0, only }));
        return {
          pages: withPrevious(rows, previous?.pages, 'url', NOT_VIEWED),
          ...envelope(page.limit, page.offset, totalRecords),
        };
      }),

    searches: (account: Account, query: Paged<SearchesSort>): Promise<SearchesResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const { queries, total, totalRecords } = await searches(engine, scope, { ...page, sort: query.sort });
        const first = queries.map((row) => row.query);
        const previous =
          before && (await searches(engine, before, { limit: Math.max(1, first.length), offset: 0, first }));
        return {
          total,
          queries: withPrevious(queries, previous?.queries, 'query', NOT_SEARCHED),
          ...(previous && { previousTotal: previous.total }),
          ...envelope(page.limit, page.offset, totalRecords),
        };
      }),

    sources: (
      account: Account,
      query: Paged<SourcesSort> & { by: SourceDimension },
    ): Promise<SourcesResponse> =>
      report(account, query, async (engine, scope, before) => {
        const page = pageOf(query);
        const [current, previous] = await Promise.all([
          sources(engine, scope, query.by, { ...page, sort: query.sort }),
          before && sources(engine, before, query.by, WHOLE),
        ]);
        return {
          sources: withPrevious(current.sources, previous?.sources, 'value', NOBODY),
          total: current.total,
          ...(previous && { previousTotal: previous.total }),
          ...envelope(page.limit, page.offset, current.totalRecords),
        };
      }),
  };
};

/** Metrics of rows that the previous period does not have. */
const NOT_PLAYED = {
  plays: 0,
  uniqueSessions: 0,
  watchSeconds: 0,
  averageCompletion: null,
  pageViews: 0,
  searchPlays: 0,
};
const NOT_VIEWED = { pageViews: 0, uniqueVisitors: 0, entries: 0, exits: 0 };
const NOT_SEARCHED = {
  searches: 0,
  withoutResults: 0,
  clicks: 0,
  clickThroughRate: null,
  averageClickRank: null,
  plays: 0,
  watchSeconds: 0,
};
const NOBODY = { plays: 0, watchSeconds: 0, uniqueVisitors: 0, pageViews: 0, searches: 0 };

type GroupsPage = Parameters<typeof topGroups>[4];

/** @throws {AnalyticsUnavailableError} when ClickHouse is down */
export const namedGroups = async (
  engine: ClickHouse,
  scope: StatsScope,
  kind: 'series' | 'speakers',
  named: readonly NamedGroup[],
  page: GroupsPage,
) => {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const { groups, totalRecords } = await topGroups(engine, scope, kind, named, page);
  return { groups: groups.map((group) => ({ ...group, name: names.get(group.id) ?? '' })), totalRecords };
};
