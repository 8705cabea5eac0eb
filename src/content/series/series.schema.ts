/** Schemas of the series endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { newArtwork } from '../records/artwork-fields.js';
import { id, slug, title } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { collectionRecord } from '../records/collection.record.js';
import { itemRecord } from '../items/item.record.js';
import { seriesDetails, seriesRecord } from '../records/series.record.js';

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

export type Series = StoredOf<typeof series>;

const details = {
  ...seriesDetails,
  urlSlug: slug.meta({ description: 'Unique in the collection; defaults to a slug of the title.' }),
  ...newArtwork,
};

export const newSeries = z
  .strictObject({ title, collectionId: id, ...z.object(details).partial().shape })
  .meta({ id: 'NewSeries' });

export const seriesChanges = z
  .strictObject({ title, collectionId: id, ...details })
  .partial()
  .meta({ id: 'SeriesChanges' });

export type NewSeries = z.output<typeof newSeries>;
export type SeriesChanges = z.output<typeof seriesChanges>;

export const seriesList: ListSpec<'series'> = {
  table: 'series',
  fields: listFields(seriesRecord),
  expansions: seriesExpansions,
  searched: ['title', 'subTitle'],
  defaultOrder: [
    { field: 'collectionId', direction: 'ASC' },
    { field: 'sortOrder', direction: 'ASC' },
  ],
};
