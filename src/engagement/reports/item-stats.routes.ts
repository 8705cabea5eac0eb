/** Endpoints of the reports on one item. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { momentsResponse, retentionResponse, typicalResponse } from './item-stats.schema.js';
import type { ItemStatsService } from './item-stats.service.js';
import { exampleRange, statsCommon } from './stats.schema.js';
import { comparedPeriodQuery, periodQuery } from './stats-query.js';

export const itemStatsRoutes = (stats: ItemStatsService): Endpoint[] => [
  endpoint({
    ...statsCommon,
    path: '/stats/items/{itemId}/retention',
    operationId: 'getRetention',
    summary: 'Audience retention of an item',
    description:
      'The share of plays that covered each hundredth of the item, computed from positions and seeks.',
    params: z.object({ itemId: pathId }),
    query: comparedPeriodQuery,
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
          audience: [{ part: 0, fromSeconds: 0, sessions: 118, share: 0.983, repeats: 4.5 }],
        },
        range: exampleRange,
      },
    },
    handle: ({ account, params, query }) => stats.retention(account, params.itemId, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/items/{itemId}/moments',
    operationId: 'getSearchedMoments',
    summary: 'Moments of an item that searches lead to',
    description:
      'The passages that visitors chose in the results of searches, at most 50, most clicks first.',
    params: z.object({ itemId: pathId }),
    query: periodQuery,
    response: momentsResponse,
    example: {
      params: { itemId: 42 },
      query: { range: 'month' },
      response: {
        moments: [{ startMs: 754_000, clicks: 31, queries: [{ query: 'lost sheep', clicks: 18 }] }],
        range: exampleRange,
      },
    },
    handle: ({ account, params, query }) => stats.moments(account, params.itemId, query),
  }),
  endpoint({
    ...statsCommon,
    path: '/stats/items/{itemId}/typical',
    operationId: 'getTypicalItem',
    summary: 'An item beside the usual one of its age',
    description:
      'Plays and watch time of its first 1, 7, 30 and 90 days, beside the medians of the other items at the same age: those published last, at most 1,000.',
    params: z.object({ itemId: pathId }),
    response: typicalResponse,
    example: {
      params: { itemId: 42 },
      response: {
        typical: {
          itemId: 42,
          publishedDate: '2026-02-28T09:00:00.000Z',
          ages: [
            {
              days: 1,
              isComplete: true,
              plays: 41,
              watchSeconds: 33_100,
              usual: { items: 212, plays: 24, watchSeconds: 15_800 },
            },
          ],
        },
      },
    },
    handle: ({ account, params }) => stats.typical(account, params.itemId),
  }),
];
