/** The series endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { pathId, recordQuery } from '../http/record-query.js';
import { succeeded, success } from '../lib/fields.js';
import { seriesExample } from './series.record.js';
import { newSeries, series, seriesChanges, seriesExpansions, seriesList } from './series.schema.js';
import type { SeriesService } from './series.service.js';

const params = z.object({ seriesId: pathId });
const response = z.object({ series });
const example = { params: { seriesId: 3 }, response: { series: seriesExample } };
const tag = 'Series';

export const seriesRoutes = (service: SeriesService): Endpoint[] => [
  endpointList({
    path: '/series',
    name: 'listSeries',
    summary: 'List series',
    description: 'By collection and sortOrder unless another order is asked for.',
    tag,
    scope: 'content:read',
    plural: 'series',
    spec: seriesList,
    record: series,
    example: { record: seriesExample },
    handle: ({ account, query }) => service.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/series/create',
    name: 'createSeries',
    summary: 'Create a series',
    description: 'The last of its collection unless `sortOrder` says otherwise.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newSeries,
    response,
    example: {
      body: { title: 'Songs for the Road', collectionId: 1, colorHex: '#336699' },
      response: example.response,
    },
    handle: async ({ account, body }) => ({ series: await service.create(account.id, body) }),
  }),
  endpoint({
    method: 'GET',
    path: '/series/{seriesId}',
    name: 'getSeries',
    summary: 'Get a series',
    tag,
    scope: 'content:read',
    params,
    query: recordQuery(seriesExpansions),
    response,
    example,
    handle: async ({ account, params: { seriesId }, query }) => ({
      series: await service.get(account.id, seriesId, {
        expand: query._expand,
        withDeleted: query._withDeleted,
      }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/series/{seriesId}',
    name: 'updateSeries',
    summary: 'Update a series',
    description: 'A new title reaches search within seconds; the slug stays unless `urlSlug` names another.',
    tag,
    scope: 'content:write',
    params,
    body: seriesChanges,
    response,
    example: { ...example, body: { itemSortDirection: 'DESC' } },
    handle: async ({ account, params: { seriesId }, body, ifMatch }) => ({
      series: await service.update(account.id, seriesId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/series/{seriesId}',
    name: 'deleteSeries',
    summary: 'Delete a series',
    description: 'Refused with 409 while items stand in it.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { seriesId: 3 }, response: succeeded },
    handle: async ({ account, params: { seriesId } }) => {
      await service.remove(account.id, seriesId);
      return succeeded;
    },
  }),
];
