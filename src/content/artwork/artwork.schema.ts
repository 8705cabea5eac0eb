/** What the artwork endpoints of items and series take. */
import { z } from 'zod';
import { imageTypes } from '../../platform/images/image-types.js';
import { mimeTypeOf } from '../../platform/lib/mime-type.js';
import { artworkVariants } from '../records/artwork-fields.js';

const MAX_ARTWORK_BYTES = 20 * 1024 * 1024;

const variant = z.enum(artworkVariants);

export const newArtworkFile = z
  .strictObject({
    variant,
    fileMimeType: mimeTypeOf(z.enum(imageTypes)),
    fileSizeBytes: z.int().min(1).max(MAX_ARTWORK_BYTES),
  })
  .meta({ id: 'NewArtworkFile' });

export const unusedArtwork = z
  .strictObject({ variant: variant.optional().meta({ description: 'All four when absent.' }) })
  .meta({ id: 'UnusedArtwork' });

export type NewArtworkFile = z.output<typeof newArtworkFile>;
