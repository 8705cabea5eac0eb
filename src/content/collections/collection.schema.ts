/** Schemas of the collection endpoints, and the declaration of the list. */
import { z } from 'zod';
import { listFields, type ListSpec } from '../../platform/db/list-query.js';
import { languageTag, title } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';
import { itemRecord } from '../items/item.record.js';
import { feedChanges } from '../records/feed-settings.js';
import { seriesRecord } from '../records/series.record.js';
import { collectionRecord, contentFormats, itemDescriptors } from '../records/collection.record.js';
import { variantTypeRecord } from '../records/variant-type.record.js';

export const collectionExpansions = ['items', 'series', 'variantTypes'] as const;

export const collection = collectionRecord
  .extend({
    items: z.array(itemRecord).optional().meta({ description: 'With `_expand[]=items`.' }),
    series: z.array(seriesRecord).optional().meta({ description: 'With `_expand[]=series`.' }),
    variantTypes: z
      .array(variantTypeRecord)
      .optional()
      .meta({ description: 'With `_expand[]=variantTypes`.' }),
  })
  .meta({ id: 'Collection' });

export type Collection = StoredOf<typeof collection>;

export const newCollection = z
  .strictObject({
    name: title,
    itemDescriptor: z.enum(itemDescriptors).default('sermon'),
    contentFormat: z.enum(contentFormats).default('sermon'),
    fullService: z.boolean().default(false),
    defaultLanguage: languageTag.nullable().optional(),
    feed: feedChanges.optional(),
  })
  .meta({ id: 'NewCollection' });

export const collectionChanges = z
  .strictObject({
    name: title,
    itemDescriptor: z.enum(itemDescriptors),
    contentFormat: z.enum(contentFormats),
    fullService: z.boolean(),
    defaultLanguage: languageTag.nullable(),
    feed: feedChanges,
  })
  .partial()
  .meta({ id: 'CollectionChanges' });

export type NewCollection = z.output<typeof newCollection>;
export type CollectionChanges = z.output<typeof collectionChanges>;

export const collectionList: ListSpec<'collection'> = {
  table: 'collection',
  fields: listFields(collectionRecord),
  expansions: collectionExpansions,
  searched: ['name'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};
