/** What an image is by its content: never by its name, or by what somebody says of it. */
import { messageOf } from '../lib/errors.js';
import { imageTypes, type ImageType } from './image-types.js';
import { imageWork, MAX_PIXELS, openImage } from './image-work.js';

export interface ImageFacts {
  mimeType: ImageType;
  /** Pixels, as it is shown: a camera's note that the picture lies on its side is taken into account. */
  width: number;
  height: number;
}

/** The bytes are no whole image of a type we take; the message says so to whoever sent them. */
export class ImageError extends Error {
  override name = 'ImageError';
}

/** Unpacks the whole image, so that one that is cut off is found out. @throws ImageError */
export const readImage = (bytes: Uint8Array): Promise<ImageFacts> =>
  imageWork(async () => {
    try {
      const { format, autoOrient } = await openImage(bytes).metadata();
      const mimeType = imageTypes.find((type) => type === `image/${format}`);
      if (!mimeType) throw new ImageError(NO_IMAGE);
      await openImage(bytes)
        .resize({ width: 16, height: 16, fit: 'fill', fastShrinkOnLoad: false })
        .raw()
        .toBuffer();
      return { mimeType, width: autoOrient.width, height: autoOrient.height };
    } catch (error) {
      throw new ImageError(reasonOf(error), { cause: error });
    }
  });

const NO_IMAGE = 'is not a PNG, JPEG or WebP image';

const reasonOf = (error: unknown): string => {
  const message = messageOf(error);
  if (/pixel limit/i.test(message)) return `has more than ${MAX_PIXELS / 1_000_000} million pixels`;
  if (error instanceof ImageError || /unsupported image format|is empty/i.test(message)) return NO_IMAGE;
  return 'is broken or cut off';
};
