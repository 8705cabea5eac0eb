/** Real images for tests, and multipart bodies with them. */
import { crc32 } from 'node:zlib';
import sharp, { type FormatEnum } from 'sharp';

/**
 * A plain image.
 * @param orientation EXIF orientation, as of a rotated camera
 */
export const picture = (
  format: 'png' | 'jpeg' | 'webp',
  width: number,
  height: number,
  orientation?: number,
): Promise<Buffer> => {
  const image = sharp({ create: { width, height, channels: 3, background: '#c06020' } });
  return (orientation ? image.withMetadata({ orientation }) : image).toFormat(format).toBuffer();
};

const AVIF_LOADER = { operation: ['VipsForeignLoadHeifBuffer'] };

/** The image's format according to the library. Allows AVIF, which the app only writes. */
export const measured = async (
  bytes: Uint8Array,
): Promise<{ format: keyof FormatEnum; width: number; height: number }> => {
  sharp.unblock(AVIF_LOADER);
  const { format, width, height } = await sharp(bytes).metadata();
  sharp.block(AVIF_LOADER);
  return { format, width, height };
};

/** A few bytes that claim to decompress to ten billion pixels. */
export const bomb = async (): Promise<Buffer> => {
  const png = await picture('png', 8, 8);
  // Signature, length and name take 16 bytes. Width and height follow, then five more bytes, then the checksum.
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

/** A multipart/form-data body of these files with their declared types. */
export const multipart = async (
  ...parts: [name: string, bytes: Uint8Array | string, filename?: string, type?: string][]
): Promise<{ type: string; body: Buffer }> => {
  const form = new FormData();
  for (const [name, bytes, filename, type = 'image/png'] of parts)
    if (filename === undefined) form.append(name, String(bytes));
    else form.append(name, new Blob([Buffer.from(bytes as string)], { type }), filename);
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
};
