/** Detects type and size of an image from its content, never from its name or declared type. */
import { imageTypes, type ImageType } from './image-types.js';
import { imageWork, MAX_PIXELS, openImage, readHeader } from './image-work.js';

export interface ImageFacts {
  mimeType: ImageType;
  /** Pixels as displayed, after applying the EXIF orientation. */
  width: number;
  height: number;
  /** libvips' name, e.g. `srgb` or `cmyk`. */
  colorSpace: string;
}

/** The bytes are not a complete image of a supported type. The message completes a sentence about the file. */
export class ImageError extends Error {
  override name = 'ImageError';
}

/**
 * Decodes the whole image, to detect truncated ones.
 * @throws {ImageError}
 * @throws {UnavailableError} when too many images of the account are queued
 */
export const readImage = (accountId: number, bytes: Uint8Array): Promise<ImageFacts> =>
  imageWork.run(accountId, async () => {
    const { format, width, height, autoOrient, space } = await readHeader(bytes).catch(
      failWith(NOT_AN_IMAGE),
    );
    const mimeType = imageTypes.find((type) => type === `image/${format}`);
    if (!mimeType) throw new ImageError(NOT_AN_IMAGE);
    if (width * height > MAX_PIXELS)
      throw new ImageError(`has more than ${MAX_PIXELS / 1_000_000} million pixels`);
    const image = await openImage(bytes);
    await image
      .resize({ width: 16, height: 16, fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer()
      .catch(failWith('is corrupt or truncated'));
    return { mimeType, width: autoOrient.width, height: autoOrient.height, colorSpace: space };
  });

const NOT_AN_IMAGE = 'is not a PNG, JPEG or WebP image';

const failWith =
  (message: string) =>
  (cause: unknown): never => {
    throw new ImageError(message, { cause });
  };
