/** The widths in which images are served. */

/** Pixels. */
export const imageWidths = [160, 320, 640, 960, 1280, 1920] as const;

/** Included in the descriptions of fields with the URL of an image. */
export const widthsText =
  `Add \`?width=\` ${imageWidths.join(', ')} to the URL for a smaller copy: AVIF, WebP or JPEG by \`Accept\`, with the same ` +
  'aspect ratio and never enlarged.';
