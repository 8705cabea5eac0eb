/** A collection's own fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput, toBoolean } from '../../platform/lib/fields.js';

export const itemDescriptors = ['sermon', 'message', 'teaching', 'episode'] as const;
export const contentFormats = ['sermon', 'interview'] as const;

export const collectionRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    itemDescriptor: z.enum(itemDescriptors),
    contentFormat: z.enum(contentFormats),
    fullService: z.boolean().meta({ description: 'Items are full services rather than a single sermon.' }),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'CollectionRecord' });

export type CollectionRecord = z.input<typeof collectionRecord> & Sourced;

export const toCollection = (row: Row<'collection'>): CollectionRecord => ({
  id: row.id,
  name: row.name,
  itemDescriptor: row.itemDescriptor as CollectionRecord['itemDescriptor'],
  contentFormat: row.contentFormat as CollectionRecord['contentFormat'],
  fullService: toBoolean(row.fullService),
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const collectionExample: CollectionRecord = {
  id: 1,
  name: 'Sermons',
  itemDescriptor: 'sermon',
  contentFormat: 'sermon',
  fullService: false,
  deletedDate: null,
};
