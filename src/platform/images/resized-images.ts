/** Smaller copies of stored images: made on first request, stored in the blob store beside the original. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import type { BlobStore } from '../storage/blob-store.js';
import type { ImageCopies, StoredFile } from '../storage/file.routes.js';
import { imageTypes } from './image-types.js';
import { imageWidths } from './image-widths.js';
import { imageWork, openImage } from './image-work.js';

/** Larger originals, which no image upload accepts, are not decoded. */
const MAX_ORIGINAL_BYTES = 20 * 1024 * 1024;

/** In order of preference; the last is for clients that name none of them. */
const formats = {
  avif: (image: Sharp) => image.avif({ quality: 50, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 76, effort: 3 }),
  jpeg: (image: Sharp) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }),
} satisfies Record<string, (image: Sharp) => Sharp>;
type Format = keyof typeof formats;
const formatNames = Object.keys(formats) as Format[];

/** The preferred format that an `Accept` header names; `*` does not count, because browsers send it for any image. */
export const formatFor = (accept: string): Format => {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.replace(/\s/g, ''));
  const named = (format: Format): boolean =>
    ranges.some((range) => {
      const [type, ...parameters] = range.split(';');
      return type === `image/${format}` && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  return formatNames.find(named) ?? 'jpeg';
};

const copyKey = (key: string, width: number, format: Format): string =>
  `${key.replace(/\.[a-z]{3,4}$/i, '')}.${width}.${format === 'jpeg' ? 'jpg' : format}`;

/** The keys of all possible copies of an image, for removing them with it. */
export const copyKeysOf = (key: string): string[] =>
  imageWidths.flatMap((width) => formatNames.map((format) => copyKey(key, width, format)));

export const createResizedImages = ({ blobs }: { blobs: BlobStore }): ImageCopies => {
  const pending = new Map<string, Promise<StoredFile | null>>();

  const make = (key: string, copy: string, width: number, format: Format): Promise<StoredFile | null> =>
    imageWork(async () => {
      const existing = await found(copy);
      if (existing) return existing;
      const original = await buffer(await blobs.read(key));
      const image = await openImage(original);
      const smaller = image.autoOrient().resize({ width, withoutEnlargement: true });
      // Not every stored file was checked when it was uploaded.
      const bytes = await formats[format](smaller)
        .toBuffer()
        .catch(() => null);
      if (!bytes) return null;
      await blobs.write(copy, Readable.from([bytes]), {
        contentType: `image/${format}`,
        sizeBytes: bytes.length,
      });
      if (await blobs.stat(key)) return found(copy);
      // The original was removed meanwhile, with the copies it had then.
      await blobs.remove(copy);
      return null;
    });

  const found = async (key: string): Promise<StoredFile | null> => {
    const info = await blobs.stat(key);
    return info && { key, info };
  };

  return {
    widths: imageWidths,
    /** With the same aspect ratio, and no wider than the original. */
    get: async (key, width, accept) => {
      const original = await blobs.stat(key);
      if (!original || original.sizeBytes > MAX_ORIGINAL_BYTES) return null;
      if (!imageTypes.some((type) => type === original.contentType)) return null;
      const format = formatFor(accept);
      const copy = copyKey(key, width, format);
      const existing = await found(copy);
      if (existing) return existing;
      const making = pending.get(copy) ?? make(key, copy, width, format).finally(() => pending.delete(copy));
      pending.set(copy, making);
      return making;
    },
  };
};

/** The same store, where removing an image also removes its copies. */
export const withCopies = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  remove: async (key) => {
    await blobs.remove(key);
    if (/\.(png|jpe?g|webp)$/i.test(key)) await Promise.all(copyKeysOf(key).map(blobs.remove));
  },
});
