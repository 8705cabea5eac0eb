/** Endpoints of the reports over time. */
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import {
  exampleMetrics,
  exampleRange,
  statsCommon,
  liveResponse,
  overviewResponse,
  pageViewsResponse,
  qualityResponse,
  trendingTopicsResponse,
} from './stats.schema.js';
import { filterQuery, pagedStatsQuery, statsQuery } from './stats-query.js';
import type { StatsService } from './stats.service.js';

const visits = { uniqueVisitors: 12, pageViews: 19, plays: 8, searches: 2 };
const quality = {
  sessions: 131,
  startup: { sessions: 120, medianMs: 640, p95Ms: 2_900 },
  stalls: { sessions: 120, stalledSessions: 9, count: 14, stalledSeconds: 41.5, stalledShare: 0.0004 },
  errors: { sessions: 2, share: 0.015 },
};

export const statsRoutes = (stats: StatsService): Endpoint[] => [
  endpoint({
    ...statsCommon,
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
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.trendingTopics(account, query),
  }),
  endpoint({
    ...statsCommon,
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
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.pageViews(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/overview',
    operationId: 'getStatsOverview',
    summary: 'Plays, watch time, visitors, page views and searches over time',
    query: statsQuery({}),
    response: overviewResponse,
    example: {
      query: { range: 'week' },
      response: {
        overview: {
          ...exampleMetrics,
          previous: exampleMetrics,
          series: [{ start: '2026-03-01T05:00:00.000Z', ...exampleMetrics }],
        },
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.overview(account, query),
  }),
  endpoint({
    ...statsCommon,
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
    ...statsCommon,
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
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.quality(account, query),
  }),
];
