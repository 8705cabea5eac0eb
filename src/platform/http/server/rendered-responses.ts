/** Caches rendered responses of the public host. Each is rendered once per version of the account's content. */
import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { createFairQueue } from '../../lib/fair-queue.js';
import type { Clock } from '../../lib/clock.js';
import { isNotModified, REVALIDATE } from '../endpoint/conditional-requests.js';
import compress from 'koa-compress';

/** The version of an account's public content. */
export interface ContentVersion {
  /** Never repeats. */
  version: string;
  changedDate: string;
}

export interface Rendered {
  contentType: string;
  /** null removes a header. */
  headers: Record<string, string | null>;
  body: string | Readable;
  /** Whether to cache the response until the account's content changes; default true. */
  keep?: boolean;
}

interface Rendering {
  /** Identifies the response among those of the account. */
  key: string;
  accountId: number;
  /** Whether rendering is expensive; only a few expensive responses are rendered at once. */
  isExpensive: boolean;
  /** Called before rendering; throws to reject the request. */
  admit(): Promise<void>;
  render(): Promise<Rendered>;
}

export interface RenderedResponses {
  /** @returns false for a response too large to cache, which the caller sends itself */
  send(ctx: Context, rendering: Rendering): Promise<boolean>;
}

type Encoding = 'br' | 'gzip';

interface Kept extends Omit<Rendered, 'body' | 'keep'> {
  version: string;
  etag: string;
  /** Undefined if it is too large. */
  body: Buffer | undefined;
  /** Compressed on first request. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** Total bytes of all bodies. */
  size: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Memory of a cache entry in addition to its bodies. */
const OVERHEAD_BYTES = 1_000;
const EXPENSIVE_AT_ONCE = 2;
/** HTTP dates have a resolution of one second. A version older than this cannot share its second with the next one. */
const SETTLED_MS = 2_000;

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, COMPRESSION.br),
  gzip: (body: Buffer) => promisify(gzip)(body, COMPRESSION.gzip),
};

export const createRenderedResponses = (
  versionOf: (accountId: number) => Promise<ContentVersion>,
  clock: Clock,
): RenderedResponses => {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }, key) => size + key.length + OVERHEAD_BYTES,
  });
  const inProgress = new Map<string, Promise<Kept>>();
  const expensive = createFairQueue<number>({ atOnce: EXPENSIVE_AT_ONCE, total: EXPENSIVE_AT_ONCE });
  // Part of every ETag, because code and configuration may have changed with a restart.
  const process = randomUUID();
  const started = clock.now().getTime();

  const renderAndKeep = async (key: string, version: string, rendering: Rendering): Promise<Kept> => {
    const collect = async (): Promise<Kept> => {
      const { body, keep = true, ...rendered } = await rendering.render();
      const collected = await collectBody(body);
      const etag = collected ? `W/"${collected.hash}"` : `W/"${version}-${process}"`;
      const size = collected?.bytes.length ?? 0;
      const result = { ...rendered, version, etag, body: collected?.bytes, compressed: {}, size };
      if (keep) kept.set(key, result);
      return result;
    };
    return rendering.isExpensive ? expensive.run(rendering.accountId, collect) : collect();
  };

  /** Concurrent requests for the same response wait for one rendering. */
  const rendered = async (key: string, version: string, rendering: Rendering): Promise<Kept> => {
    const found = kept.get(key);
    if (found?.version === version) return found;
    const current = `${version} ${key}`;
    if (!inProgress.has(current)) await rendering.admit();
    const work = inProgress.get(current) ?? renderAndKeep(key, version, rendering);
    inProgress.set(current, work);
    try {
      return await work;
    } finally {
      inProgress.delete(current);
    }
  };

  const compressedBody = (key: string, response: Kept, body: Buffer, encoding: Encoding): Promise<Buffer> =>
    (response.compressed[encoding] ??= compressors[encoding](body).then((bytes) => {
      const entry = kept.peek(key);
      // A new object, because the cache ignores a changed size of the same value.
      if (entry?.compressed === response.compressed)
        kept.set(key, { ...entry, size: entry.size + bytes.length });
      return bytes;
    }));

  return {
    send: async (ctx, rendering) => {
      const { version, changedDate } = await versionOf(rendering.accountId);
      const key = `${rendering.accountId} ${rendering.key}`;
      const response = await rendered(key, version, rendering);
      const { etag, body, contentType, headers } = response;
      const changed = Math.max(started, Date.parse(changedDate) || 0);
      ctx.status = 200;
      ctx.set({ ETag: etag, 'Cache-Control': REVALIDATE });
      setHeaders(ctx, headers);
      if (clock.now().getTime() - changed > SETTLED_MS)
        ctx.set('Last-Modified', new Date(changed).toUTCString());
      if (isNotModified(ctx)) {
        ctx.status = 304;
        return true;
      }
      if (!body) return false;
      const encoding = body.length < THRESHOLD_BYTES ? undefined : acceptedEncoding(ctx);
      ctx.body = encoding ? await compressedBody(key, response, body, encoding) : body;
      if (encoding) ctx.set('Content-Encoding', encoding);
      ctx.type = contentType;
      return true;
    },
  };
};

/** @param headers null removes a header */
export const setHeaders = (ctx: Context, headers: Record<string, string | null>): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) ctx.remove(name);
    else if (name === 'Vary') ctx.vary(value);
    else ctx.set(name, value);
  }
};

const acceptedEncoding = (ctx: Context): Encoding | undefined =>
  ctx.method === 'HEAD'
    ? undefined
    : (['br', 'gzip'] as const).find((encoding) => ctx.acceptsEncodings(encoding) === encoding);

/** The whole body and its hash; undefined if it is too large to cache. */
const collectBody = async (body: string | Readable): Promise<{ bytes: Buffer; hash: string } | undefined> => {
  const hash = createHash('sha1');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of typeof body === 'string' ? [body] : body) {
    const bytes = Buffer.from(chunk as string);
    size += bytes.length;
    if (size > MAX_RESPONSE_BYTES) return undefined;
    hash.update(bytes);
    chunks.push(bytes);
  }
  return { bytes: Buffer.concat(chunks), hash: hash.digest('base64url') };
};

/** Shorter bodies stay uncompressed. */
const THRESHOLD_BYTES = 1024;

const COMPRESSION = {
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
