/** The requirements of podcast directories for cover art. */
import type { ImageFacts } from '../../platform/images/read-image.js';
import { invalid } from '../../platform/lib/errors.js';

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
