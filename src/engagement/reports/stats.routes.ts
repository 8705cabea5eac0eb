/** Report endpoints. */
import { z } from 'zod';
import {
  SEARCHES_SORTS,
  SOURCE_DIMENSIONS,
  SOURCES_SORTS,
  TOP_ITEMS_SORTS,
} from '../../../analytics/index.js';
import { endpoint, envelope, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import { filterQuery, pagedStatsQuery, periodQuery, statsQuery } from './stats-query.js';
import {
  liveResponse,
  overviewResponse,
  pageViewsResponse,
  qualityResponse,
  retentionResponse,
  searchesResponse,
  sourcesResponse,
  topItemsResponse,
  trendingTopicsResponse,
} from './stats.schema.js';
import type { StatsService } from './stats.service.js';

const tag = 'Stats';
const common = { method: 'GET', tag, scope: 'stats:read' } as const;

const range = {
  name: 'week' as const,
  from: '2026-03-01T05:00:00.000Z',
  to: '2026-03-04T17:30:00.000Z',
  previousFrom: '2026-02-22T05:00:00.000Z',
  previousTo: '2026-02-25T17:30:00.000Z',
};
const search = {
  searches: 41,
  withoutResults: 1,
  clicks: 30,
  clickThroughRate: 0.68,
  averageClickRank: 1.6,
  plays: 22,
  watchSeconds: 14_300,
};
const metrics = { plays: 120, watchSeconds: 93_600, uniqueVisitors: 96, pageViews: 310, searches: 41 };

const visits = { uniqueVisitors: 12, pageViews: 19, plays: 8, searches: 2 };
const quality = {
  sessions: 131,
  startup: { sessions: 120, medianMs: 640, p95Ms: 2_900 },
  stalls: { sessions: 120, stalledSessions: 9, count: 14, stalledSeconds: 41.5, stalledShare: 0.0004 },
  errors: { sessions: 2, share: 0.015 },
};

export const statsRoutes = (stats: StatsService): Endpoint[] => [
  endpoint({
    ...common,
    path: '/stats/trending-topics',
    operationId: 'getTrendingTopics',
    summary: 'Topics with rising engagement',
    description:
      'Compares the plays of the range with the same part of the previous unit. Smoothing keeps 0 → 2 plays from ranking above 500 → 900. Only topics with more plays are included, highest score first.',
    query: pagedStatsQuery({}),
    response: trendingTopicsResponse,
    example: {
      query: { range: 'week' },
      response: {
        trendingTopics: [
          {
            topicId: 9,
            name: 'Grief',
            score: 1.63,
            plays: 900,
            previousPlays: 500,
            change: 0.8,
            isNew: false,
            watchSeconds: 702_000,
            itemCount: 12,
          },
        ],
        range,
      },
    },
    handle: ({ account, query }) => stats.trendingTopics(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/page-views',
    operationId: 'getPageViews',
    summary: 'Page views over time',
    description:
      'By hour, day, week or month, depending on the length of the range. Intervals without views are included.',
    query: statsQuery({}),
    response: pageViewsResponse,
    example: {
      query: { range: 'week' },
      response: {
        pageViews: {
          total: 310,
          uniqueVisitors: 96,
          series: [{ start: '2026-03-01T05:00:00.000Z', views: 310, uniqueVisitors: 96 }],
        },
        range,
      },
    },
    handle: ({ account, query }) => stats.pageViews(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/top-items',
    operationId: 'getTopItems',
    summary: 'Top items',
    description: 'Items with any engagement in the range, including deleted ones.',
    query: pagedStatsQuery({
      sort: z
        .enum(TOP_ITEMS_SORTS)
        .optional()
        .meta({ description: 'Sorts in descending order. Defaults to `plays`.' }),
    }),
    response: topItemsResponse,
    example: {
      query: { range: 'week', sort: 'plays' },
      response: {
        items: [
          {
            itemId: 42,
            title: 'The Good Shepherd',
            plays: 120,
            uniqueSessions: 131,
            watchSeconds: 93_600,
            averageCompletion: 0.61,
            pageViews: 240,
            searchPlays: 22,
          },
        ],
        ...envelope(50, 0, 1),
        range,
      },
    },
    handle: ({ account, query }) => stats.topItems(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/searches',
    operationId: 'getSearchStats',
    summary: 'Search queries, clicks and plays',
    description: 'Filters select searches whose results contain a matching item.',
    query: pagedStatsQuery({
      sort: z
        .enum(SEARCHES_SORTS)
        .optional()
        .meta({ description: 'Sorts in descending order. Defaults to `searches`.' }),
    }),
    response: searchesResponse,
    example: {
      query: { range: 'week', sort: 'withoutResults' },
      response: {
        total: search,
        queries: [{ query: 'why am i afraid', ...search }],
        ...envelope(50, 0, 1),
        range,
      },
    },
    handle: ({ account, query }) => stats.searches(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/overview',
    operationId: 'getStatsOverview',
    summary: 'Plays, watch time, visitors, page views and searches over time',
    query: statsQuery({}),
    response: overviewResponse,
    example: {
      query: { range: 'week' },
      response: {
        overview: {
          ...metrics,
          previous: metrics,
          series: [{ start: '2026-03-01T05:00:00.000Z', ...metrics }],
        },
        range,
      },
    },
    handle: ({ account, query }) => stats.overview(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/sources',
    operationId: 'getSources',
    summary: 'Visits and plays by referrer, country, device or browser',
    description:
      'Everything a visitor does on a day counts for the first value known that day, so the sources add up to the overview. Countries need `COUNTRY_HEADER` ' +
      'or `GEOIP_FILE` on the server. Sources are available as long as single events are kept.',
    query: pagedStatsQuery({
      by: z.enum(SOURCE_DIMENSIONS).meta({ example: 'referrer' }),
      sort: z
        .enum(SOURCES_SORTS)
        .optional()
        .meta({ description: 'Sorts in descending order. Defaults to `uniqueVisitors`.' }),
    }),
    response: sourcesResponse,
    example: {
      query: { by: 'referrer', range: 'week' },
      response: {
        sources: [{ value: 'google.com', ...metrics }],
        total: metrics,
        ...envelope(50, 0, 1),
        range,
      },
    },
    handle: ({ account, query }) => stats.sources(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/live',
    operationId: 'getLiveStats',
    summary: 'The last five minutes',
    description: 'Includes events that were accepted more than two seconds ago.',
    query: filterQuery,
    response: liveResponse,
    example: {
      response: {
        live: {
          from: '2026-03-04T17:25:00.000Z',
          to: '2026-03-04T17:30:00.000Z',
          ...visits,
          playing: 5,
          minutes: [{ start: '2026-03-04T17:25:00.000Z', ...visits }],
          items: [
            { itemId: 42, title: 'The Good Shepherd', uniqueVisitors: 7, pageViews: 9, plays: 6, playing: 4 },
          ],
        },
      },
    },
    handle: ({ account, query }) => stats.live(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/quality',
    operationId: 'getPlaybackQuality',
    summary: 'Playback quality',
    description:
      'Computed per session from the optional `startupMs`, `stallCount` and `stalledMs` of playback events. A session counts at the time of its first event.',
    query: statsQuery({}),
    response: qualityResponse,
    example: {
      query: { range: 'week' },
      response: {
        quality: { ...quality, series: [{ start: '2026-03-01T05:00:00.000Z', ...quality }] },
        range,
      },
    },
    handle: ({ account, query }) => stats.quality(account, query),
  }),
  endpoint({
    ...common,
    path: '/stats/items/{itemId}/retention',
    operationId: 'getRetention',
    summary: 'Audience retention of an item',
    description:
      'The share of plays that covered each hundredth of the item, computed from positions and seeks.',
    params: z.object({ itemId: pathId }),
    query: periodQuery,
    response: retentionResponse,
    example: {
      params: { itemId: 42 },
      query: { range: 'month' },
      response: {
        retention: {
          itemId: 42,
          title: 'The Good Shepherd',
          durationSeconds: 1830,
          plays: 120,
          audience: [{ part: 0, fromSeconds: 0, sessions: 118, share: 0.983 }],
        },
        range,
      },
    },
    handle: ({ account, params, query }) => stats.retention(account, params.itemId, query),
  }),
];
