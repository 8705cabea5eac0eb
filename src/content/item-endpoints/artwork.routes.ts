/** The artwork endpoints of items and of series. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import { widthsText } from '../../platform/images/image-widths.js';
import { itemExample, toItem } from '../records/item.record.js';
import { item } from '../items/item.schema.js';
import { seriesExample, toSeries } from '../records/series.record.js';
import { series } from '../series/series.schema.js';
import { newArtworkFile, unusedArtwork } from '../artwork/artwork.schema.js';
import type { ArtworkService } from '../artwork/artwork.service.js';

const uploadUrl = z.string();
const result = z.literal('success');
const body = { variant: 'wide', fileMimeType: 'image/jpeg', fileSizeBytes: 183_000 } as const;
const uploadExample = 'http://localhost:8080/v2/uploads/1/9/9sKLYr1b0pDSgy2ZT_DnVHtNrm7NCEhnIVcZGh0aZZE';
const description =
  'PNG, JPEG or WebP, at most 20 MB. Send the bytes within the hour as a plain PUT to `uploadUrl`, with `Content-Type` equal to ' +
  '`fileMimeType`; no token is needed. The file is looked at: one that is not what was declared is refused with 422 and not kept. ' +
  'The variant is filled, with what the picture measures, once the file is there; until then it stays as it is. Proportions other ' +
  `than the variant's are taken as they are. ${widthsText}`;

export const itemArtworkRoutes = (artwork: ArtworkService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/artwork/create',
    name: 'createItemArtwork',
    summary: 'Upload artwork of an item',
    description,
    tag: 'Items',
    scope: 'content:write',
    status: 201,
    params: z.object({ itemId: pathId }),
    body: newArtworkFile,
    response: z.object({ item, uploadUrl }),
    example: {
      params: { itemId: 42 },
      body,
      response: { item: itemExample, uploadUrl: uploadExample },
    },
    handle: async ({ account, params: { itemId }, body: file }) => {
      const { row, uploadUrl: address } = await artwork.create('item', account.id, itemId, file);
      return { item: toItem(row), uploadUrl: address };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/artwork/delete',
    name: 'deleteItemArtwork',
    summary: 'Remove artwork of an item',
    description: 'Of one variant, or of all four where the body names none.',
    tag: 'Items',
    scope: 'content:write',
    params: z.object({ itemId: pathId }),
    body: unusedArtwork,
    response: z.object({ result, item }),
    example: {
      params: { itemId: 42 },
      body: { variant: 'wide' },
      response: { result: 'success', item: itemExample },
    },
    handle: async ({ account, params: { itemId }, body: { variant } }) => ({
      result: 'success' as const,
      item: toItem(await artwork.remove('item', account.id, itemId, variant)),
    }),
  }),
];

export const seriesArtworkRoutes = (artwork: ArtworkService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/series/{seriesId}/artwork/create',
    name: 'createSeriesArtwork',
    summary: 'Upload artwork of a series',
    description,
    tag: 'Series',
    scope: 'content:write',
    status: 201,
    params: z.object({ seriesId: pathId }),
    body: newArtworkFile,
    response: z.object({ series, uploadUrl }),
    example: {
      params: { seriesId: 3 },
      body,
      response: { series: seriesExample, uploadUrl: uploadExample },
    },
    handle: async ({ account, params: { seriesId }, body: file }) => {
      const { row, uploadUrl: address } = await artwork.create('series', account.id, seriesId, file);
      return { series: toSeries(row), uploadUrl: address };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/series/{seriesId}/artwork/delete',
    name: 'deleteSeriesArtwork',
    summary: 'Remove artwork of a series',
    description: 'Of one variant, or of all four where the body names none.',
    tag: 'Series',
    scope: 'content:write',
    params: z.object({ seriesId: pathId }),
    body: unusedArtwork,
    response: z.object({ result, series }),
    example: {
      params: { seriesId: 3 },
      body: { variant: 'wide' },
      response: { result: 'success', series: seriesExample },
    },
    handle: async ({ account, params: { seriesId }, body: { variant } }) => ({
      result: 'success' as const,
      series: toSeries(await artwork.remove('series', account.id, seriesId, variant)),
    }),
  }),
];
