/** Endpoints of groups of searches, and of those that are ignored. */
import { z } from 'zod';
import { command, endpoint, envelope, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { exampleRange, statsCommon } from '../reports/stats.schema.js';
import { pagedStatsQuery } from '../reports/stats-query.js';
import { GROUP_SORTS, ignoredQuery, newIgnoredQuery, searchGroupsResponse } from './search-groups.schema.js';
import type { SearchGroupsService } from './search-groups.service.js';

const path = '/search/ignored';
const tag = 'Search desk';
const example = { id: 7, query: 'lost sheep', entryDate: '2026-03-01T12:00:00.000Z' };

/** The reports, which account queues limit. */
export const searchGroupRoutes = (service: SearchGroupsService): Endpoint[] => [
  endpoint({
    ...statsCommon,
    path: '/stats/searches/groups',
    operationId: 'getSearchGroups',
    summary: 'Searches that ask for the same',
    description:
      'The 500 most frequent queries of the range, those together that are close in meaning, or that have the same words. Passages of the Bible, numbers and names of speakers keep queries apart.',
    query: pagedStatsQuery({
      sort: z.enum(GROUP_SORTS).optional().meta({
        description: 'Sorts in descending order. Groups with 0 are left out. Defaults to `searches`.',
      }),
      ignored: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .optional()
        .meta({ description: 'Includes groups with a query that staff ignore.' }),
    }),
    response: searchGroupsResponse,
    example: {
      query: { range: 'week', sort: 'withoutClicks' },
      response: {
        groups: [
          {
            query: 'lost sheep',
            queries: [
              { query: 'lost sheep', searches: 18 },
              { query: 'the sheep that was lost', searches: 4 },
            ],
            queryCount: 2,
            searches: 22,
            withoutResults: 0,
            withoutClicks: 9,
            clicks: 15,
            clickThroughRate: 0.59,
            ignoredQueryIds: [],
          },
        ],
        ungrouped: { searches: 0 },
        ...envelope(50, 0, 1),
        range: exampleRange,
      },
    },
    handle: ({ account, query }) => service.list(account, query),
  }),
];

export const ignoredQueryRoutes = (service: SearchGroupsService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    operationId: 'listIgnoredQueries',
    summary: 'List ignored searches',
    tag,
    scope: 'content:read',
    response: z.object({ ignoredQueries: z.array(ignoredQuery) }),
    example: { response: { ignoredQueries: [example] } },
    handle: async ({ account }) => ({ ignoredQueries: await service.ignored(account) }),
  }),
  endpoint({
    method: 'POST',
    path: `${path}/create`,
    operationId: 'ignoreQuery',
    summary: 'Ignore a search',
    description:
      'Takes its group out of the groups of searches. Its statistics stay in all reports. Ignoring it again changes nothing.',
    tag,
    scope: 'content:write',
    status: 201,
    errors: [422],
    body: newIgnoredQuery,
    response: z.object({ ignoredQuery }),
    example: { body: { query: example.query }, response: { ignoredQuery: example } },
    handle: async ({ account, body }) => ({ ignoredQuery: await service.ignore(account, body.query) }),
  }),
  command({
    method: 'DELETE',
    path: `${path}/{ignoredQueryId}`,
    operationId: 'unignoreQuery',
    summary: 'Stop ignoring a search',
    tag,
    scope: 'content:write',
    params: z.object({ ignoredQueryId: pathId }),
    example: { params: { ignoredQueryId: example.id } },
    handle: ({ account, params, conditions: { ifMatch } }) =>
      service.takeBack(account, params.ignoredQueryId, ifMatch),
  }),
];
