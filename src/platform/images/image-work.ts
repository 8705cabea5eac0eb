/** The image library, set up for bytes that strangers sent: three formats, one frame, a bound on pixels, one thread a picture. */
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';

/** Pixels of the largest picture that is unpacked: at four bytes each about 256 MB, for the formats that unpack whole. */
export const MAX_PIXELS = 64_000_000;

// No other decoder is ever tried on the bytes, whatever they begin with.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

/** Pictures share libuv's four threads with the file system: two at a time leave it room. */
export const imageWork = pLimit(2);

/** The first frame. What is broken or cut off is an error, not a picture with a grey rest. */
export const openImage = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
