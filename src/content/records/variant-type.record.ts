/** A media variant type's fields, and how a row becomes them. */
import { z } from 'zod';
import type { Row } from '../../platform/db/tables.js';
import { SOURCE, type Sourced } from '../../platform/lib/etag.js';
import { dateTimeOutput, toBoolean } from '../../platform/lib/fields.js';

/** What media are; `text` is a transcript without media of its own. */
export const mediaContentTypes = ['audio', 'video', 'text'] as const;
export type MediaContentType = (typeof mediaContentTypes)[number];

export const variantTypeRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    contentType: z.enum(mediaContentTypes),
    indexable: z
      .boolean()
      .meta({ description: 'Transcripts of media of this type may be embedded for search.' }),
    displayOrder: z.int(),
    collectionId: z.int(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'MediaVariantType' });

export type VariantTypeRecord = z.input<typeof variantTypeRecord> & Sourced;

export const toVariantType = (row: Row<'variantType'>): VariantTypeRecord => ({
  id: row.id,
  name: row.name,
  contentType: row.contentType as MediaContentType,
  indexable: toBoolean(row.indexable),
  displayOrder: row.displayOrder,
  collectionId: row.collectionId,
  deletedDate: row.deletedDate,
  [SOURCE]: row,
});

export const variantTypeExample: VariantTypeRecord = {
  id: 2,
  name: 'Audio',
  contentType: 'audio',
  indexable: true,
  displayOrder: 2,
  collectionId: 1,
  deletedDate: null,
};
