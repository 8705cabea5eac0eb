/** Smaller copies of stored images, made on first request and stored in the blob store beside the original. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Sharp } from 'sharp';
import type { BlobStore } from '../storage/blob-store.js';
import type { ImageCopies, StoredFile } from '../storage/file.routes.js';
import { imageTypes, imageWork, openImage, openPixels, readHeader } from './read-image.js';

/** Larger originals are not decoded; no image upload accepts them. */
const MAX_ORIGINAL_BYTES = 20 * 1024 * 1024;

/** In order of preference; the last is for clients that accept none explicitly. */
const formats = {
  avif: (image: Sharp) => image.avif({ quality: 50, effort: 2 }),
  webp: (image: Sharp) => image.webp({ quality: 76, effort: 3 }),
  jpeg: (image: Sharp) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }),
} satisfies Record<string, (image: Sharp) => Sharp>;
type Format = keyof typeof formats;
const formatNames = Object.keys(formats) as Format[];

/**
 * The preferred format among those in an `Accept` header. `*` does not count, because browsers send it for any
 * image.
 */
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

/** A requested copy. */
interface Copy {
  key: string;
  width: number;
  format: Format;
  resolve(file: StoredFile | null | Promise<StoredFile | null>): void;
  /** Has no effect after `resolve`. */
  reject(error: unknown): void;
}

/** Opens the image for resizing, in its correct orientation. */
type OpenImage = () => Promise<Sharp>;

/** If several copies are made from an image, its decoded form is kept in memory up to this size. */
const MAX_DECODED_BYTES = 32 * 1024 * 1024;

/** Decodes the image once if several copies are made from it, at the largest of their widths. */
const decodedFor = async (original: Buffer, copies: readonly Copy[]): Promise<OpenImage> => {
  const open: OpenImage = async () => (await openImage(original)).autoOrient();
  if (copies.length === 1) return open;
  try {
    const { autoOrient } = await readHeader(original);
    const width = Math.min(autoOrient.width, Math.max(...copies.map((copy) => copy.width)));
    const height = Math.ceil((autoOrient.height * width) / autoOrient.width);
    if (width * height * BYTES_PER_PIXEL > MAX_DECODED_BYTES) return open;
    const { data, info } = await (
      await open()
    )
      .resize({ width })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return () => openPixels(data, info);
  } catch {
    // Each copy will report the error.
    return open;
  }
};
const BYTES_PER_PIXEL = 4;

/** The account that owns the blob. */
const accountOf = (key: string): number => Number(key.slice(0, key.indexOf('/')));

export const createResizedImages = ({ blobs }: { blobs: BlobStore }): ImageCopies => {
  /** Copies that are queued or in progress, by key. */
  const pending = new Map<string, Promise<StoredFile | null>>();
  /** Queued copies by original, so that they are made together. */
  const waiting = new Map<string, Copy[]>();

  const makeAll = (key: string, copies: Copy[]): Promise<void> =>
    imageWork.run(accountOf(key), async () => {
      waiting.delete(key);
      const missing: Copy[] = [];
      for (const copy of copies) {
        const existing = await found(copy.key);
        if (existing) copy.resolve(existing);
        else missing.push(copy);
      }
      if (missing.length === 0) return;
      const original = await read(key);
      if (!original) {
        for (const { resolve } of missing) resolve(null);
        return;
      }
      const image = await decodedFor(original, missing);
      for (const copy of missing) {
        const made = make(key, copy, image);
        copy.resolve(made);
        await made.catch(() => undefined);
      }
    });

  /** null if the original was removed while its copies were queued. */
  const read = async (key: string): Promise<Buffer | null> => {
    try {
      return await buffer(await blobs.read(key));
    } catch (error) {
      if (await blobs.stat(key)) throw error;
      return null;
    }
  };

  const make = async (
    key: string,
    { key: copy, width, format }: Copy,
    image: OpenImage,
  ): Promise<StoredFile | null> => {
    // Not every stored file was validated when it was uploaded.
    const bytes = await image()
      .then((opened) => formats[format](opened.resize({ width, withoutEnlargement: true })).toBuffer())
      .catch(() => null);
    if (!bytes) return null;
    await blobs.write(copy, Readable.from([bytes]), {
      contentType: `image/${format}`,
      sizeBytes: bytes.length,
    });
    if (await blobs.stat(key)) return found(copy);
    // The original was removed in the meantime, together with the copies it had then.
    await blobs.remove(copy);
    return null;
  };

  const request = (key: string, copy: string, width: number, format: Format): Promise<StoredFile | null> => {
    const others = waiting.get(key);
    const batch = others ?? [];
    const file = new Promise<StoredFile | null>((resolve, reject) =>
      batch.push({ key: copy, width, format, resolve, reject }),
    );
    if (!others) {
      waiting.set(key, batch);
      makeAll(key, batch).catch((error: unknown) => {
        waiting.delete(key);
        for (const { reject } of batch) reject(error);
      });
    }
    return file;
  };

  const found = async (key: string): Promise<StoredFile | null> => {
    const info = await blobs.stat(key);
    return info && { key, info };
  };

  return {
    widths: imageWidths,
    /**
     * Returns a copy with the same aspect ratio, no wider than the original.
     * @throws {UnavailableError} when too many images of the account are queued
     */
    get: async (key, width, accept) => {
      const original = await blobs.stat(key);
      if (!original || original.sizeBytes > MAX_ORIGINAL_BYTES) return null;
      if (!imageTypes.some((type) => type === original.contentType)) return null;
      const format = formatFor(accept);
      const copy = copyKey(key, width, format);
      const existing = await found(copy);
      if (existing) return existing;
      const making =
        pending.get(copy) ?? request(key, copy, width, format).finally(() => pending.delete(copy));
      pending.set(copy, making);
      return making;
    },
  };
};

/** Wraps a store so that removing an image also removes its copies. */
export const withCopies = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  remove: async (key) => {
    await blobs.remove(key);
    if (/\.(png|jpe?g|webp)$/i.test(key)) await Promise.all(copyKeysOf(key).map(blobs.remove));
  },
});

/** Pixels. */
const imageWidths = [160, 320, 640, 960, 1280, 1920] as const;

/** Included in the descriptions of fields with the URL of an image. */
export const widthsText =
  `Add \`?width=\` ${imageWidths.join(', ')} to the URL for a smaller copy: AVIF, WebP or JPEG by \`Accept\`, with the same ` +
  'aspect ratio and never enlarged.';
