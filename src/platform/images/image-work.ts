/** Configures the image library for untrusted input: three formats, one frame, a pixel limit, one thread per image. */
import type { CreateRaw, Metadata, Sharp } from 'sharp';
import { createAccountQueue } from '../lib/account-queue.js';
import { createLazy } from '../lib/lazy.js';

/** The largest image that is decoded: about 256 MB at four bytes per pixel. */
export const MAX_PIXELS = 64_000_000;

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
export const imageWork = createAccountQueue({
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
