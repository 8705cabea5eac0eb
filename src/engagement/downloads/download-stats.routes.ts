/** Endpoints of the reports on downloads. */
import { endpoint, envelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { exampleRange, statsCommon } from '../reports/stats.schema.js';
import { pagedStatsQuery, statsQuery } from '../reports/stats-query.js';
import { downloadAppsResponse, downloadedItemsResponse, downloadsResponse } from './download-stats.schema.js';
import type { DownloadStatsService } from './download-stats.service.js';

const query = { range: 'week' } as const;
const list = { ...envelope(50, 0, 1), range: exampleRange };

export const downloadStatsRoutes = (stats: DownloadStatsService): Endpoint[] => [
  endpoint({
    ...statsCommon,
    path: '/stats/downloads',
    operationId: 'getDownloads',
    summary: 'Downloads over time',
    description:
      'Requests for the files in podcast feeds that ask for at least a minute of sound: one a day for each address, app and file, without bots and without your staff. Plays are not among them.',
    query: statsQuery({}),
    response: downloadsResponse,
    example: {
      query,
      response: {
        downloads: { total: 212, series: [{ start: '2026-03-01T05:00:00.000Z', downloads: 212 }] },
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => stats.downloads(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/downloads/items',
    operationId: 'getDownloadedItems',
    summary: 'Downloads by item',
    description: 'Most downloads first.',
    query: pagedStatsQuery({}),
    response: downloadedItemsResponse,
    example: {
      query,
      response: { items: [{ itemId: 42, title: 'The Good Shepherd', downloads: 61 }], ...list },
    },
    handle: ({ account, query }) => stats.items(account, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/downloads/apps',
    operationId: 'getDownloadApps',
    summary: 'Downloads by app',
    description: 'Most downloads first. Apps are recognised by their user agents.',
    query: pagedStatsQuery({}),
    response: downloadAppsResponse,
    example: { query, response: { apps: [{ app: 'Apple Podcasts', downloads: 98 }], ...list } },
    handle: ({ account, query }) => stats.apps(account, query),
  }),
];
