/** Endpoints of the reports that are lists. */
import { z } from 'zod';
import {
  PAGES_SORTS,
  SEARCHES_SORTS,
  SOURCE_DIMENSIONS,
  SOURCES_SORTS,
  TOP_GROUPS_SORTS,
  TOP_ITEMS_SORTS,
} from '../../../analytics/index.js';
import { endpoint, envelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import {
  pagesResponse,
  searchesResponse,
  sourcesResponse,
  topItemsResponse,
  topSeriesResponse,
  topSpeakersResponse,
} from './list-stats.schema.js';
import type { ListStatsService } from './list-stats.service.js';
import { exampleMetrics, exampleRange, statsCommon } from './stats.schema.js';
import { pagedStatsQuery } from './stats-query.js';

const search = {
  searches: 41,
  withoutResults: 1,
  clicks: 30,
  clickThroughRate: 0.68,
  averageClickRank: 1.6,
  plays: 22,
  watchSeconds: 14_300,
};
const group = { plays: 120, watchSeconds: 93_600, pageViews: 240, itemCount: 6 };

const sortBy = <T extends string>(sorts: readonly T[], usual: NoInfer<T>) =>
  z
    .enum(sorts)
    .optional()
    .meta({ description: `Sorts in descending order. Defaults to \`${usual}\`.` });

export const listStatsRoutes = (stats: ListStatsService): Endpoint[] => [
  endpoint({
    ...statsCommon,
    path: '/stats/top-items',
    operationId: 'getTopItems',
    summary: 'Top items',
    description: 'Items with any engagement in the range, including deleted ones.',
    query: pagedStatsQuery({
      sort: sortBy(TOP_ITEMS_SORTS, 'plays'),
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
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.topItems(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/searches',
    operationId: 'getSearchStats',
    summary: 'Search queries, clicks and plays',
    description: 'Filters select searches whose results contain a matching item.',
    query: pagedStatsQuery({
      sort: sortBy(SEARCHES_SORTS, 'searches'),
    }),
    response: searchesResponse,
    example: {
      query: { range: 'week', sort: 'withoutResults' },
      response: {
        total: search,
        queries: [{ query: 'why am i afraid', ...search }],
        ...envelope(50, 0, 1),
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.searches(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/sources',
    operationId: 'getSources',
    summary: 'Visits and plays by referrer, campaign, country, device or browser',
    description:
      'Everything a visitor does on a day counts for the first value known that day, so the sources add up to the overview. Countries need `COUNTRY_HEADER` ' +
      'or `GEOIP_FILE` on the server. Sources are available as long as single events are kept.',
    query: pagedStatsQuery({
      by: z.enum(SOURCE_DIMENSIONS).meta({ example: 'referrer' }),
      sort: sortBy(SOURCES_SORTS, 'uniqueVisitors'),
    }),
    response: sourcesResponse,
    example: {
      query: { by: 'referrer', range: 'week' },
      response: {
        sources: [{ value: 'google.com', ...exampleMetrics }],
        total: exampleMetrics,
        ...envelope(50, 0, 1),
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.sources(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/top-series',
    operationId: 'getTopSeries',
    summary: 'Top series',
    description:
      'Series with any engagement in the range. Page views are those of its items and of its own pages.',
    query: pagedStatsQuery({ sort: sortBy(TOP_GROUPS_SORTS, 'plays') }),
    response: topSeriesResponse,
    example: {
      query: { range: 'week' },
      response: {
        series: [{ seriesId: 3, title: 'Psalms', ...group }],
        ...envelope(50, 0, 1),
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.topSeries(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/top-speakers',
    operationId: 'getTopSpeakers',
    summary: 'Top speakers',
    description: 'Speakers with any engagement in the range. An item of two speakers counts for both.',
    query: pagedStatsQuery({ sort: sortBy(TOP_GROUPS_SORTS, 'plays') }),
    response: topSpeakersResponse,
    example: {
      query: { range: 'week' },
      response: {
        speakers: [{ speakerId: 5, name: 'Jane Miller', ...group }],
        ...envelope(50, 0, 1),
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.topSpeakers(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/pages',
    operationId: 'getPages',
    summary: 'Pages, and where visits begin and end',
    description:
      'Pages that were viewed in the range, with how many visitors came in and left by them: a visit is a visitor’s day. Available as long as single events are kept.',
    query: pagedStatsQuery({ sort: sortBy(PAGES_SORTS, 'pageViews') }),
    response: pagesResponse,
    example: {
      query: { range: 'week' },
      response: {
        pages: [
          {
            url: 'https://www.example.org/talks/the-good-shepherd',
            pageViews: 240,
            uniqueVisitors: 180,
            entries: 120,
            exits: 90,
          },
        ],
        ...envelope(50, 0, 1),
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.pages(account, query),
  }),
];
