/** Parameters and responses of the public lists. */
import { z } from 'zod';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { seriesDetails } from '../../content/records/series.record.js';
import { itemOrders } from '../../search/query/browse.js';
import { countedSeries, publicCollection, publicItem } from '../items/public-item.schema.js';
import { requiresBook, writtenFilters, writtenPages } from '../search/search.schema.js';

export const itemListQuery = z
  .strictObject({
    ...writtenFilters,
    sort: z.enum(itemOrders).default('date').meta({
      description:
        '`date`: newest first; `title`: A to Z, ignoring case and accents; `orderInSeries`: by the series’ itemSortDirection, items without a number last. Requires `seriesId`.',
    }),
    ...writtenPages,
  })
  .refine(...requiresBook)
  .refine(({ sort, seriesId }) => sort !== 'orderInSeries' || seriesId !== undefined, {
    path: ['sort'],
    message: 'orderInSeries requires seriesId',
  });
export type ItemListParams = z.output<typeof itemListQuery>;

export const seriesListQuery = z.strictObject({ collectionId: pathId.optional(), ...writtenPages });
export type SeriesListParams = z.output<typeof seriesListQuery>;

export const pageQuery = z.strictObject(writtenPages);
export type PageParams = z.output<typeof pageQuery>;

/** An item in a list. */
export const listedItem = publicItem
  .extend({ orderInSeries: z.int().nullable() })
  .meta({ id: 'ListedPublicItem' });

/** A series on its own page. */
export const publicSeriesDetail = countedSeries
  .extend({
    description: z.string().nullable(),
    itemSortDirection: seriesDetails.itemSortDirection,
    collection: publicCollection.nullable(),
  })
  .meta({ id: 'PublicSeriesDetail' });
