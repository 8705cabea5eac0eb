/** A media variant type's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../db/tables.js';
import { toBoolean } from '../lib/fields.js';

export const variantTypeRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    contentType: z.string(),
    indexable: z.boolean(),
    displayOrder: z.int(),
    collectionId: z.int(),
  })
  .meta({ id: 'MediaVariantType' });

export type VariantTypeRecord = z.input<typeof variantTypeRecord>;

export const toVariantType = (row: Row<'variantType'>): VariantTypeRecord => ({
  id: row.id,
  name: row.name,
  contentType: row.contentType,
  indexable: toBoolean(row.indexable),
  displayOrder: row.displayOrder,
  collectionId: row.collectionId,
});
