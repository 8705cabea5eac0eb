/** Smaller copies of stored images: made when first asked for, kept in the blob store beside the original. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import type { BlobStore } from '../storage/blob-store.js';
import type { ImageCopies, StoredFile } from '../storage/file.routes.js';
import { imageTypes } from './image-types.js';
import { imageWidths } from './image-widths.js';
import { imageWork, openImage } from './image-work.js';

/** Larger originals, which no upload of images takes, are not unpacked. */
const MAX_ORIGINAL_BYTES = 20 * 1024 * 1024;

/** In the order of preference; the last is for whoever asks for none of them by name. */
const formats = {
  avif: (image: Sharp) => image.avif({ quality: 50, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 76, effort: 3 }),
  jpeg: (image: Sharp) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }),
} satisfies Record<string, (image: Sharp) => Sharp>;
type Format = keyof typeof formats;
const formatNames = Object.keys(formats) as Format[];

/** The best format that an `Accept` header names; `*` names none, for browsers send it with every picture they can show. */
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

/** Where copies of an image can stand: for removing them with it. */
export const copyKeysOf = (key: string): string[] =>
  imageWidths.flatMap((width) => formatNames.map((format) => copyKey(key, width, format)));

export const createResizedImages = ({ blobs }: { blobs: BlobStore }): ImageCopies => {
  const inTheMaking = new Map<string, Promise<StoredFile | null>>();

  const make = (key: string, copy: string, width: number, format: Format): Promise<StoredFile | null> =>
    imageWork(async () => {
      const known = await found(copy);
      if (known) return known;
      const original = await buffer(await blobs.read(key));
      const image = openImage(original).autoOrient().resize({ width, withoutEnlargement: true });
      // What was stored without being looked at may be no image at all.
      const bytes = await formats[format](image)
        .toBuffer()
        .catch(() => null);
      if (!bytes) return null;
      await blobs.write(copy, Readable.from([bytes]), {
        contentType: `image/${format}`,
        sizeBytes: bytes.length,
      });
      if (await blobs.stat(key)) return found(copy);
      // Removed in the meantime, with the copies that were there.
      await blobs.remove(copy);
      return null;
    });

  const found = async (key: string): Promise<StoredFile | null> => {
    const info = await blobs.stat(key);
    return info && { key, info };
  };

  return {
    widths: imageWidths,
    /** In its own proportions, and no wider than the original. */
    get: async (key, width, accept) => {
      const original = await blobs.stat(key);
      if (!original || original.sizeBytes > MAX_ORIGINAL_BYTES) return null;
      if (!imageTypes.some((type) => type === original.contentType)) return null;
      const format = formatFor(accept);
      const copy = copyKey(key, width, format);
      const known = await found(copy);
      if (known) return known;
      const making =
        inTheMaking.get(copy) ?? make(key, copy, width, format).finally(() => inTheMaking.delete(copy));
      inTheMaking.set(copy, making);
      return making;
    },
  };
};

/** The same store, of which a removed image takes its copies along. */
export const withCopies = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  remove: async (key) => {
    await blobs.remove(key);
    if (/\.(png|jpe?g|webp)$/i.test(key)) await Promise.all(copyKeysOf(key).map(blobs.remove));
  },
});
