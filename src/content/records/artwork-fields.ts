/**
 * The four artwork variants of items and series. Below `items/`, because `artwork/` imports items and items have
 * these fields.
 */
import { z } from 'zod';
import { fileUrl, httpUrl } from '../../platform/lib/fields.js';

export const artworkVariants = ['square', 'wide', 'ultraWide', 'vertical'] as const;
export type ArtworkVariant = (typeof artworkVariants)[number];

export const isArtworkVariant = (name: string | null): name is ArtworkVariant =>
  artworkVariants.some((variant) => variant === name);

/** Width / height. */
export const proportions: Record<ArtworkVariant, { text: string; ratio: number }> = {
  square: { text: '1:1', ratio: 1 },
  wide: { text: '16:9', ratio: 16 / 9 },
  ultraWide: { text: '2.77:1', ratio: 2.77 },
  vertical: { text: '2:3', ratio: 2 / 3 },
};

const url = fileUrl.nullable();
const metadata = z.record(z.string(), z.unknown()).nullable();

export const artworkFields = {
  squareImgUrl: url.meta({ description: 'Square artwork, 1:1' }),
  wideImgUrl: url.meta({ description: 'Wide artwork, 16:9' }),
  ultraWideImgUrl: url.meta({ description: 'Ultra-wide artwork, 2.77:1' }),
  verticalImgUrl: url.meta({ description: 'Vertical artwork, 2:3' }),
  squareImgMetadata: metadata,
  wideImgMetadata: metadata,
  ultraWideImgMetadata: metadata,
  verticalImgMetadata: metadata,
};

const METADATA_LIMIT = 10_000;

/** False if the value is too large, or nested too deeply to be serialised as JSON. */
const isStorable = (value: unknown): boolean => {
  try {
    return JSON.stringify(value).length <= METADATA_LIMIT;
  } catch {
    return false;
  }
};

const urlInput = httpUrl.nullable();
/** More fields than any JSON object in a body may have. */
const METADATA_FIELDS = 100;
const metadataInput = z
  .record(z.string().max(255), z.unknown())
  .meta({ maxProperties: METADATA_FIELDS } as never)
  .nullable()
  .refine(isStorable, `must be at most ${METADATA_LIMIT} characters of JSON`);

/** Artwork in a body: images hosted elsewhere. */
export const newArtwork = {
  squareImgUrl: urlInput,
  wideImgUrl: urlInput,
  ultraWideImgUrl: urlInput,
  verticalImgUrl: urlInput,
  squareImgMetadata: metadataInput,
  wideImgMetadata: metadataInput,
  ultraWideImgMetadata: metadataInput,
  verticalImgMetadata: metadataInput,
};
