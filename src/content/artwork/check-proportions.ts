/** Rejects pictures whose proportions do not match their variant. */
import type { ImageFacts } from '../../platform/images/read-image.js';
import { invalid } from '../../platform/lib/errors.js';
import { proportions, type ArtworkVariant } from '../records/artwork-fields.js';

/** Relative tolerance of width / height. */
const TOLERANCE = 0.05;
/** Floating-point tolerance: 105 × 100 pixels are exactly 5% off. */
const EPSILON = 1e-9;

export const proportionsText = `The proportions must be those of the variant, within ${TOLERANCE * 100}%: ${Object.entries(
  proportions,
)
  .map(([variant, { text }]) => `${variant} ${text}`)
  .join(', ')}.`;

/** @throws {ValidationError} with the file, its size and an acceptable size */
export const checkProportions = (
  blobKey: string,
  variant: ArtworkVariant,
  { width, height }: Pick<ImageFacts, 'width' | 'height'>,
): void => {
  const { text, ratio } = proportions[variant];
  if (Math.abs(width / height / ratio - 1) <= TOLERANCE + EPSILON) return;
  const path = blobKey.split('/').at(-1) ?? '';
  // The largest part of the picture with the right proportions.
  const fitting =
    width / height > ratio ? [Math.round(height * ratio), height] : [width, Math.round(width / ratio)];
  const message = `has ${width} × ${height} pixels; ${variant} artwork is ${text}, such as ${fitting.join(' × ')}`;
  throw invalid([{ path, message }]);
};

/** Pixels. */
const MIN_SIZE = 1_400;
const MAX_SIZE = 3_000;

export const coverArtTypes = ['image/png', 'image/jpeg'] as const;

export const coverArtText = `square, ${MIN_SIZE} to ${MAX_SIZE} pixels wide and high, PNG or JPEG in RGB`;

/** @throws {ValidationError} with the name of the file */
export const checkCoverArt = (blobKey: string, { width, height, colorSpace }: ImageFacts): void => {
  const isSquare = width === height && width >= MIN_SIZE && width <= MAX_SIZE;
  const problem = !isSquare ? `has ${width} × ${height} pixels` : colorSpace === 'cmyk' && 'is in CMYK';
  if (!problem) return;
  const path = blobKey.split('/').at(-1) ?? '';
  throw invalid([{ path, message: `${problem}; the picture of a podcast must be ${coverArtText}` }]);
};
