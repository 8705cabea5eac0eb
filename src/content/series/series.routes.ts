/** The series endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { recordQuery } from '../../platform/http/endpoint/record-query.js';
import { artworkRoutes } from '../artwork/artwork.routes.js';
import type { ArtworkService } from '../artwork/artwork.service.js';
import { seriesExample } from '../records/series.record.js';
import { newSeries, series, seriesChanges, seriesExpansions, seriesList } from './series.schema.js';
import type { SeriesService } from './series.service.js';
import { LONG_TEXT_BYTES } from '../../platform/lib/fields.js';

const response = z.object({ series });
const tag = 'Series';

export const seriesRoutes = (service: SeriesService): Endpoint[] => [
  endpointList({
    path: '/series',
    operationId: 'listSeries',
    summary: 'List series',
    description: 'Sorted by collection and sortOrder by default.',
    tag,
    scope: 'content:read',
    plural: 'series',
    spec: seriesList,
    record: series,
    example: { record: seriesExample },
    handle: ({ caller, query }) => service.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/series/create',
    operationId: 'createSeries',
    summary: 'Create a series',
    description: 'It is added at the end of its collection unless you set `sortOrder`.',
    tag,
    scope: 'content:write',
    status: 201,
    maxJsonBytes: LONG_TEXT_BYTES,
    body: newSeries,
    response,
    example: {
      body: { title: 'Songs for the Road', collectionId: 1, colorHex: '#336699' },
      response: { series: seriesExample },
    },
    handle: async ({ caller, body }) => ({ series: await service.create(caller, body) }),
  }),
  ...recordEndpoints({
    path: '/series/{seriesId}',
    operationIds: {
      get: 'getSeries',
      update: 'updateSeries',
      delete: 'deleteSeries',
      restore: 'restoreSeries',
    },
    singular: 'series',
    noun: 'a series',
    tag,
    record: series,
    query: recordQuery(seriesExpansions),
    changes: seriesChanges,
    updating:
      'Search reflects a new title within seconds. The slug does not change unless you set `urlSlug`.',
    deleting: 'Refused with 409 while it has items.',
    restoring: '409 when its collection is deleted, or when another series has its slug by now.',
    merging: {
      operationId: 'mergeSeries',
      description:
        'Moves its items, with their `orderInSeries`, to the series `into` of the same collection and deletes it. Returns `into`; search reflects the change within seconds.',
      merge: service.merge,
    },
    example: { id: 3, record: seriesExample, changes: { itemSortDirection: 'DESC' } },
    service: service,
  }),
];

export const seriesArtworkRoutes = (artwork: ArtworkService): Endpoint[] =>
  artworkRoutes(artwork, {
    owner: 'series',
    path: '/series/{seriesId}',
    operationIds: {
      create: 'createSeriesArtwork',
      confirm: 'confirmSeriesArtwork',
      delete: 'deleteSeriesArtwork',
    },
    noun: 'a series',
    tag,
    record: series,
    example: seriesExample,
  });
