/** `GET /files/{key}`: gives blobs out; who knows the key may read. Nothing that is served here can run in a browser. */
import type { Context, Middleware } from 'koa';
import parseRange from 'range-parser';
import { preflight } from '../http/preflight.js';
import { widthOf } from '../images/image-widths.js';
import type { ResizedImages, StoredImage } from '../images/resized-images.js';
import { AppError, methodNotAllowed, notFound } from '../lib/errors.js';
import { isBlobKey } from './blob-key.js';
import type { BlobInfo, BlobStore, ByteRange } from './blob-store.js';

/** Types that a browser shows and never runs; all others are saved. */
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/(plain|vtt))$/;
/** Browsers do not show a PDF in a sandbox; its own scripts run in the viewer, not in a page of ours. */
const PDF = 'application/pdf';
const NO_SCRIPT =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors *; sandbox";
const OF_THE_FILE = ['Cache-Control', 'Content-Disposition', 'ETag', 'Last-Modified'];
const YEAR_SECS = 31_536_000;
/** Of an address at the store: longer than it is remembered, so that a player has time to start and to go on. */
const STORE_ADDRESS_SECS = 12 * 60 * 60;
const REMEMBERED_SECS = 60 * 60;

/**
 * @param images makes what `?width=` asks for
 * @param prefix of the host: `/v2` or `/api`
 */
export const serveFiles =
  (blobs: BlobStore, images: ResizedImages, prefix: string): Middleware =>
  (ctx, next) =>
    ctx.path.startsWith(`${prefix}/files/`) ? serve(ctx, blobs, images, prefix) : (next() as Promise<void>);

const serve = async (
  ctx: Context,
  blobs: BlobStore,
  images: ResizedImages,
  prefix: string,
): Promise<void> => {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Expose-Headers', 'Accept-Ranges, Content-Disposition, Content-Range, ETag');
  if (ctx.method === 'OPTIONS') return preflight(ctx, 'GET, HEAD', 'Range, If-Range, If-None-Match');
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD']);
  const file = await find(ctx, blobs, images, ctx.path.slice(`${prefix}/files/`.length));
  if (!file) throw notFound('No such file');
  const { key, info: blob } = file;

  describe(ctx, key, blob);
  await give(ctx, blobs, key, blob).catch((error: unknown) => {
    // They are about the file, not about the error that goes out in its place.
    OF_THE_FILE.forEach((name) => ctx.remove(name));
    throw error;
  });
};

const give = async (ctx: Context, blobs: BlobStore, key: string, blob: BlobInfo): Promise<void> => {
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const address = await blobs.presignGet(key, {
    contentType: ctx.response.get('Content-Type'),
    disposition: ctx.response.get('Content-Disposition'),
    expiresSecs: STORE_ADDRESS_SECS,
  });
  if (address === null) return send(ctx, blobs, key, blob);
  ctx.set('Cache-Control', `private, max-age=${REMEMBERED_SECS}`);
  ctx.set('Location', address);
  // In this order: an empty body makes its own status.
  ctx.body = null;
  ctx.status = 302;
};

/** The blob itself, or a smaller copy of an image where the query names a width. */
const find = async (
  ctx: Context,
  blobs: BlobStore,
  images: ResizedImages,
  key: string,
): Promise<StoredImage | null> => {
  const width = widthOf(ctx.query);
  if (!isBlobKey(key)) return null;
  if (width !== null) {
    ctx.vary('Accept');
    return images.get(key, width, ctx.get('Accept'));
  }
  const info = await blobs.stat(key);
  return info && { key, info };
};

/** The headers that say what the file is and what a browser may do with it; `ctx.fresh` then knows whether the caller has it. */
const describe = (ctx: Context, key: string, { contentType, etag, modified }: BlobInfo): void => {
  const shown = SHOWN.test(contentType) && !['1', 'true'].includes(String(ctx.query.download));
  ctx.status = 200;
  ctx.attachment(key.split('/').at(-1), { type: shown ? 'inline' : 'attachment' });
  ctx.set('Content-Type', SHOWN.test(contentType) ? withCharset(contentType) : 'application/octet-stream');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', contentType === PDF ? "script-src 'none'" : NO_SCRIPT);
  // Other sites may show a document in a frame of theirs.
  ctx.remove('X-Frame-Options');
  ctx.set('Cache-Control', `public, max-age=${YEAR_SECS}, immutable`);
  ctx.set('ETag', etag);
  ctx.lastModified = modified;
};

const withCharset = (contentType: string): string =>
  contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;

const send = async (ctx: Context, blobs: BlobStore, key: string, blob: BlobInfo): Promise<void> => {
  ctx.set('Accept-Ranges', 'bytes');
  const range = rangeOf(ctx, blob);
  if (range) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${blob.sizeBytes}`);
  }
  if (ctx.method === 'HEAD') ctx.body = null;
  else ctx.body = await blobs.read(key, range);
  ctx.status = range ? 206 : 200;
  ctx.length = range ? range.end - range.start + 1 : blob.sizeBytes;
};

/** The one range that is asked for and still of this version; several at once are answered with the whole, as HTTP allows. */
const rangeOf = (ctx: Context, { sizeBytes, etag, modified }: BlobInfo): ByteRange | undefined => {
  const header = ctx.get('Range');
  if (!header) return undefined;
  const condition = ctx.get('If-Range');
  if (condition && condition !== etag && condition !== modified.toUTCString()) return undefined;
  const ranges = parseRange(sizeBytes, header);
  if (ranges === -1)
    throw new AppError(416, 'RangeNotSatisfiableError', `The file has ${sizeBytes} bytes`, undefined, {
      'Content-Range': `bytes */${sizeBytes}`,
    });
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
};
