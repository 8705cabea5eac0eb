/** The widths in which images are served, and how a URL asks for one. */
import type { ParsedUrlQuery } from 'node:querystring';
import { badQuery } from '../lib/errors.js';

/** Pixels. */
export const imageWidths = [160, 320, 640, 960, 1280, 1920] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** What documents say of it. */
export const widthsText =
  `Add \`?width=\` ${imageWidths.join(', ')} to the picture's address for a smaller one: AVIF, WebP or JPEG by \`Accept\`, in its own ` +
  'proportions and never enlarged.';

/** @returns null where the query names no width @throws BadRequestError where it names another one */
export const widthOf = ({ width }: ParsedUrlQuery): ImageWidth | null => {
  if (width === undefined) return null;
  const known = imageWidths.find((each) => String(each) === width);
  if (!known) throw badQuery([{ path: 'width', message: `must be one of ${imageWidths.join(', ')}` }]);
  return known;
};
