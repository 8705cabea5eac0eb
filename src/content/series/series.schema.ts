/** What the series endpoints take and answer, and how series are listed. */
import { z } from 'zod';
import type { ListSpec } from '../../platform/db/list-query.js';
import { newArtwork } from '../records/artwork-fields.js';
import { id, longText, slug, text, title } from '../../platform/lib/fields.js';
import { collectionRecord } from '../records/collection.record.js';
import { itemRecord } from '../records/item.record.js';
import { seriesRecord, sortDirections } from '../records/series.record.js';

export const seriesExpansions = ['collection', 'items'] as const;

export const series = seriesRecord
  .extend({
    collection: collectionRecord.nullable().optional().meta({ description: 'With `_expand[]=collection`.' }),
    items: z.array(itemRecord).optional().meta({
      description:
        'With `_expand[]=items`: by orderInSeries, then date, in the direction of itemSortDirection; items without an order last.',
    }),
  })
  .meta({ id: 'Series' });

export type Series = z.input<typeof series>;

const optionalFields = {
  subTitle: text(500).nullable(),
  description: longText.nullable(),
  shortDescription: text(2_000).nullable(),
  sortOrder: z.int32(),
  itemSortDirection: z.enum(sortDirections),
  showItemOrderInSeries: z.boolean(),
  urlSlug: slug.meta({ description: 'Unique in the collection; made from the title when absent.' }),
  colorHex: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must look like #336699')
    .nullable(),
  published: z.boolean().nullable(),
  ...newArtwork,
};

export const newSeries = z
  .strictObject({ title, collectionId: id, ...z.object(optionalFields).partial().shape })
  .meta({ id: 'NewSeries' });

export const seriesChanges = z
  .strictObject({ title, collectionId: id, ...optionalFields })
  .partial()
  .meta({ id: 'SeriesChanges' });

export type NewSeries = z.output<typeof newSeries>;
export type SeriesChanges = z.output<typeof seriesChanges>;

const nullableText = { type: 'string', nullable: true } as const;

export const seriesList: ListSpec<'series'> = {
  table: 'series',
  fields: {
    id: { type: 'integer' },
    title: { type: 'string' },
    subTitle: nullableText,
    collectionId: { type: 'integer' },
    description: nullableText,
    shortDescription: nullableText,
    sortOrder: { type: 'integer' },
    itemSortDirection: { type: 'enum', values: sortDirections },
    showItemOrderInSeries: { type: 'boolean' },
    urlSlug: nullableText,
    colorHex: nullableText,
    squareImgUrl: nullableText,
    wideImgUrl: nullableText,
    ultraWideImgUrl: nullableText,
    verticalImgUrl: nullableText,
    published: { type: 'boolean', nullable: true },
    deletedDate: { type: 'dateTime', nullable: true },
  },
  expansions: seriesExpansions,
  searched: ['title', 'subTitle'],
  defaultOrder: [
    { field: 'collectionId', direction: 'ASC' },
    { field: 'sortOrder', direction: 'ASC' },
  ],
};
