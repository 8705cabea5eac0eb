/** A series' own fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { artworkFields, noArtwork } from './artwork-fields.js';
import { absoluteUrl } from '../../platform/lib/caller.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput, toBoolean } from '../../platform/lib/fields.js';
import { parseObject } from '../../platform/lib/json.js';

export const sortDirections = ['ASC', 'DESC'] as const;

export const seriesRecord = z
  .object({
    id: z.int(),
    title: z.string(),
    subTitle: z.string().nullable(),
    collectionId: z.int(),
    description: z.string().nullable(),
    shortDescription: z.string().nullable(),
    sortOrder: z.int(),
    itemSortDirection: z.enum(sortDirections),
    showItemOrderInSeries: z.boolean(),
    urlSlug: z.string().nullable(),
    colorHex: z.string().nullable().meta({ description: '#RRGGBB' }),
    ...artworkFields,
    published: z.boolean().nullable(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'SeriesRecord' });

export type SeriesRecord = z.input<typeof seriesRecord> & Sourced;

export const toSeries = (row: Row<'series'>, baseUrl: string): SeriesRecord => ({
  id: row.id,
  title: row.title,
  subTitle: row.subTitle,
  collectionId: row.collectionId,
  description: row.description,
  shortDescription: row.shortDescription,
  sortOrder: row.sortOrder,
  itemSortDirection: row.itemSortDirection as SeriesRecord['itemSortDirection'],
  showItemOrderInSeries: toBoolean(row.showItemOrderInSeries),
  urlSlug: row.urlSlug,
  colorHex: row.colorHex,
  squareImgUrl: absoluteUrl(row.squareImgUrl, baseUrl),
  wideImgUrl: absoluteUrl(row.wideImgUrl, baseUrl),
  ultraWideImgUrl: absoluteUrl(row.ultraWideImgUrl, baseUrl),
  verticalImgUrl: absoluteUrl(row.verticalImgUrl, baseUrl),
  squareImgMetadata: parseObject(row.squareImgMetadata),
  wideImgMetadata: parseObject(row.wideImgMetadata),
  ultraWideImgMetadata: parseObject(row.ultraWideImgMetadata),
  verticalImgMetadata: parseObject(row.verticalImgMetadata),
  published: toBoolean(row.published),
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const seriesExample: SeriesRecord = {
  id: 3,
  title: 'Songs for the Road',
  subTitle: null,
  collectionId: 1,
  description: 'Five psalms for people on their way.',
  shortDescription: null,
  sortOrder: 1,
  itemSortDirection: 'DESC',
  showItemOrderInSeries: true,
  urlSlug: 'songs-for-the-road',
  colorHex: '#336699',
  ...noArtwork,
  published: true,
  deletedDate: null,
};
