/** Refuses pictures whose proportions are not those of their variant. */
import type { ImageFacts } from '../../platform/images/read-image.js';
import { invalid } from '../../platform/lib/errors.js';
import { proportions, type ArtworkVariant } from '../records/artwork-fields.js';

/** Of the ratio of width to height. */
const TOLERANCE = 0.05;
/** Of the arithmetic: 105 × 100 pixels are 5% off, and not more. */
const EPSILON = 1e-9;

export const proportionsText = `The proportions must be those of the variant, within ${TOLERANCE * 100}%: ${Object.entries(
  proportions,
)
  .map(([variant, { text }]) => `${variant} ${text}`)
  .join(', ')}.`;

/** @throws {ValidationError} naming the file, with its size and the size that it should have */
export const checkProportions = (
  blobKey: string,
  variant: ArtworkVariant,
  { width, height }: Pick<ImageFacts, 'width' | 'height'>,
): void => {
  const { text, ratio } = proportions[variant];
  if (Math.abs(width / height / ratio - 1) <= TOLERANCE + EPSILON) return;
  const path = blobKey.split('/').at(-1) ?? '';
  // The larger part of the picture that would do.
  const fitting =
    width / height > ratio ? [Math.round(height * ratio), height] : [width, Math.round(width / ratio)];
  const message = `has ${width} × ${height} pixels; ${variant} artwork is ${text}, such as ${fitting.join(' × ')}`;
  throw invalid([{ path, message }]);
};
