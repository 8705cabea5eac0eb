/** The schema of a series' own fields. Below `items/`, because series and items can be expanded with each other. */
import { z } from 'zod';
import { artworkFields } from './artwork-fields.js';
import { author } from '../../platform/http/callers/author.js';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput, longText, text, withoutInputLimits } from '../../platform/lib/fields.js';

const sortDirections = ['ASC', 'DESC'] as const;

/** Optional fields that callers may write. */
export const seriesDetails = {
  subTitle: text(500).nullable(),
  description: longText.nullable(),
  shortDescription: text(2_000).nullable(),
  sortOrder: z.int32(),
  itemSortDirection: z.enum(sortDirections),
  showItemOrderInSeries: z.boolean(),
  colorHex: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must look like #336699')
    .max(7)
    .nullable()
    .meta({ description: '#RRGGBB' }),
  published: z.boolean().nullable(),
};

export const seriesRecord = z
  .object({
    id: z.int(),
    title: z.string(),
    collectionId: z.int(),
    ...withoutInputLimits(seriesDetails),
    urlSlug: z.string().nullable(),
    ...artworkFields,
    createdBy: author.nullable(),
    updatedBy: author.nullable(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'SeriesRecord' });

export const seriesExample = exampleOf(seriesRecord, {
  id: 3,
  title: 'Songs for the Road',
  collectionId: 1,
  description: 'Five psalms for people on their way.',
  sortOrder: 1,
  itemSortDirection: 'DESC',
  showItemOrderInSeries: true,
  urlSlug: 'songs-for-the-road',
  colorHex: '#336699',
  published: true,
});
