/** Detects type and size of an image from its content, never from its name or declared type. */
import type { CreateRaw, Metadata, Sharp } from 'sharp';
import { createFairQueue } from '../lib/fair-queue.js';
import { createLazy } from '../lib/lazy.js';

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

/** The largest image that is decoded: about 256 MB at four bytes per pixel. */
const MAX_PIXELS = 64_000_000;

/** Loaded on first use. */
const library = createLazy(async () => {
  const { default: sharp } = await import('sharp');
  // Disables all other decoders, whatever the bytes look like.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});

/**
 * Images share libuv's four threads with the file system, so only two are processed at a time, and one per
 * account, so that accounts do not block each other.
 */
export const imageWork = createFairQueue<number>({
  atOnce: 1,
  total: 2,
  maxWaiting: 100,
  refusal: 'Too many images of this account are being read. Try again later.',
});

/** Reads dimensions and type without decoding, so it works for an image of any size. */
export const readHeader = async (bytes: Uint8Array): Promise<Metadata> => {
  const sharp = await library.get();
  return sharp(bytes, { limitInputPixels: false }).metadata();
};

/** Opens the first frame. A truncated image is an error rather than an image with a grey area. */
export const openImage = async (bytes: Uint8Array): Promise<Sharp> => {
  const sharp = await library.get();
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
};

/** Opens decoded pixels. */
export const openPixels = async (data: Uint8Array, raw: CreateRaw): Promise<Sharp> => {
  const sharp = await library.get();
  return sharp(data, { raw });
};

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** File extensions, without the dot. */
export const imageExtensions: Record<ImageType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};
