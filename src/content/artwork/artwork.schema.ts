/** Schemas of the artwork endpoints of items, series and collections. */
import { z } from 'zod';
import { imageTypes } from '../../platform/images/read-image.js';
import { mimeTypeOf } from '../../platform/lib/mime-type.js';
import { artworkVariants } from '../records/artwork-fields.js';
import { coverArtTypes } from './cover-art.js';

const MAX_ARTWORK_BYTES = 20 * 1024 * 1024;

const variant = z.enum(artworkVariants);

const fileSizeBytes = z.int().min(1).max(MAX_ARTWORK_BYTES);

export const newArtworkFile = z
  .strictObject({ variant, fileMimeType: mimeTypeOf(z.enum(imageTypes)), fileSizeBytes })
  .meta({ id: 'NewArtworkFile' });

export const uploadedArtwork = z.strictObject({ variant }).meta({ id: 'UploadedArtwork' });

export const unusedArtwork = z
  .strictObject({ variant: variant.optional().meta({ description: 'Defaults to all four.' }) })
  .meta({ id: 'UnusedArtwork' });

const square = z.enum(['square']);

/** For collections. */
export const newCoverArt = z
  .strictObject({
    variant: square.default('square'),
    fileMimeType: mimeTypeOf(z.enum(coverArtTypes)),
    fileSizeBytes,
  })
  .meta({ id: 'NewCoverArt' });

export const uploadedCoverArt = z
  .strictObject({ variant: square.default('square') })
  .meta({ id: 'UploadedCoverArt' });

export const unusedCoverArt = z.strictObject({ variant: square.optional() }).meta({ id: 'UnusedCoverArt' });

export type NewArtworkFile = z.output<typeof newArtworkFile>;
