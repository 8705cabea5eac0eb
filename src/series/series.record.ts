/** A series' own fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../db/tables.js';
import { artworkFields, artworkMetadata, noArtwork } from '../lib/artwork.js';
import { dateTimeOutput, toBoolean } from '../lib/fields.js';

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

export type SeriesRecord = z.input<typeof seriesRecord>;

export const toSeries = (row: Row<'series'>): SeriesRecord => ({
  ...row,
  itemSortDirection: row.itemSortDirection as SeriesRecord['itemSortDirection'],
  showItemOrderInSeries: toBoolean(row.showItemOrderInSeries),
  published: toBoolean(row.published),
  ...artworkMetadata(row),
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
