/**
 * The schema of a media variant type's fields.
 * Below `items/`, because `collections/` imports items and their media show variant types.
 */
import { z } from 'zod';
import { exampleOf } from '../../platform/lib/example.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { StoredOf } from '../../platform/lib/present.js';

/** Kinds of media; `text` is a transcript without media. */
export const mediaContentTypes = ['audio', 'video', 'text'] as const;
export type MediaContentType = (typeof mediaContentTypes)[number];

export const variantTypeRecord = z
  .object({
    id: z.int(),
    name: z.string(),
    contentType: z.enum(mediaContentTypes),
    indexable: z
      .boolean()
      .meta({ description: 'Whether transcripts of media of this type are used for search.' }),
    displayOrder: z.int(),
    collectionId: z.int(),
    deletedDate: dateTimeOutput.nullable(),
  })
  .meta({ id: 'MediaVariantType' });

export type VariantTypeRecord = StoredOf<typeof variantTypeRecord>;

export const variantTypeExample = exampleOf(variantTypeRecord, {
  id: 2,
  name: 'Audio',
  contentType: 'audio',
  indexable: true,
  displayOrder: 2,
  collectionId: 1,
});
