/** Answers of text are packed for callers who say that they can unpack them. */
import compress from 'koa-compress';
import type { Middleware } from 'koa';
import { constants } from 'node:zlib';

const THRESHOLD_BYTES = 1024;

const packed = compress({
  threshold: THRESHOLD_BYTES,
  // Near gzip's size at a fraction of what the highest levels cost.
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 6 },
  deflate: false,
  zstd: false,
});

/** Files that are given out in ranges stay as they are: their positions are those of the stored bytes. */
const rangesStay: Middleware = async (ctx, next) => {
  await next();
  if (ctx.response.get('Accept-Ranges')) ctx.compress = false;
};

/** Brotli or gzip for text, JSON, XML and the like of 1 KB and more. */
export const compression: Middleware = (ctx, next) => {
  if (ctx.req.headers['accept-encoding'] === undefined) {
    ctx.res.setHeader('Vary', 'Accept-Encoding');
    return next() as Promise<void>;
  }
  return packed(ctx, () => rangesStay(ctx, next) as Promise<void>) as Promise<void>;
};
