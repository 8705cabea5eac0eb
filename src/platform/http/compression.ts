/** Compresses text responses for clients that accept it. */
import compress from 'koa-compress';
import type { Middleware } from 'koa';
import { constants } from 'node:zlib';

/** Shorter bodies stay uncompressed. */
export const THRESHOLD_BYTES = 1024;

export const COMPRESSION = {
  // Compresses about as well as gzip, at a fraction of the cost of the highest levels.
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 6 },
};

const compressed = compress({
  threshold: THRESHOLD_BYTES,
  ...COMPRESSION,
  deflate: false,
  zstd: false,
});

/** Leaves files that support ranges uncompressed, because ranges refer to the stored bytes. */
const skipRanges: Middleware = async (ctx, next) => {
  await next();
  if (ctx.response.get('Accept-Ranges')) ctx.compress = false;
};

/** Brotli or gzip for text, JSON, XML and similar types from 1 KB. */
export const compression: Middleware = (ctx, next) => {
  if (ctx.req.headers['accept-encoding'] === undefined) {
    ctx.res.setHeader('Vary', 'Accept-Encoding');
    return next() as Promise<void>;
  }
  return compressed(ctx, () => skipRanges(ctx, next) as Promise<void>) as Promise<void>;
};
