/** Serves stored files to anyone with a valid URL, with headers that keep browsers from running them as scripts. */
import type { IncomingMessage } from 'node:http';
import parseRange from 'range-parser';
import { z } from 'zod';
import { REVALIDATE } from '../http/endpoint/conditional-requests.js';
import { endpoint, type Endpoint, type RawResponse } from '../http/endpoint/endpoint.js';
import type { Clock } from '../lib/clock.js';
import { AppError, notFound } from '../lib/errors.js';
import type { Links } from '../lib/links.js';
import { blobPath, isBlobKey, signedKeyOf } from './blob-key.js';
import type { BlobInfo, BlobStore, ByteRange } from './blob-store.js';

/** A playlist refers to files beside it, so it must be served from the same place as they are. */
const PLAYLIST = 'application/vnd.apple.mpegurl';
/** Types that a browser displays without running them, matched exactly; all others are downloaded. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  ...['png', 'jpeg', 'gif', 'webp', 'avif'].map((name) => `image/${name}`),
  ...['mpeg', 'mp3', 'mp4', 'm4a', 'x-m4a', 'aac', 'ogg', 'opus', 'webm'].map((name) => `audio/${name}`),
  ...['wav', 'x-wav', 'flac', 'x-flac', 'aiff', 'x-aiff'].map((name) => `audio/${name}`),
  ...['mp4', 'x-m4v', 'quicktime', 'webm', 'ogg', 'mpeg', 'mp2t'].map((name) => `video/${name}`),
  ...['x-matroska', 'x-msvideo'].map((name) => `video/${name}`),
  'application/pdf',
  'text/plain',
  'text/vtt',
  'application/json',
  PLAYLIST,
]);
/** Browsers do not display a PDF in a sandbox. Its scripts run in the viewer, outside our origin. */
const PDF = 'application/pdf';
const NO_SCRIPT =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors *; sandbox";
const YEAR_SECS = 31_536_000;
/** Validity of a URL of the store: longer than it is cached, so that playback can start late and continue. */
const STORE_URL_SECS = 12 * 60 * 60;
const STORE_URL_CACHE_SECS = 60 * 60;
export const SIGNATURE_EXAMPLE = 'tvwr2k.3nUQpPv1bTzqYc0m8xLd2sKf7gHjW9eRaVo4iXtB6lE';

export interface Caching {
  header: string;
  /** Seconds for which a response may be reused. */
  secs: number;
  /** Seconds for which a URL of the store may open the file. */
  storeSecs: number;
}

const OPEN: Caching = {
  header: `public, max-age=${YEAR_SECS}, immutable`,
  secs: YEAR_SECS,
  storeSecs: STORE_URL_SECS,
};
/** Caches ask every time, so that they serve nothing that is no longer public. */
const PUBLIC: Caching = { header: REVALIDATE, secs: 0, storeSecs: STORE_URL_SECS };

export interface StoredFile {
  key: string;
  info: BlobInfo;
}

/** Provides smaller copies of stored images. */
export interface ImageCopies {
  /** Pixels. */
  widths: readonly number[];
  /**
   * @param accept the request's `Accept` header
   * @returns null if the file does not exist or is not an image
   */
  get(key: string, width: number, accept: string): Promise<StoredFile | null>;
}

/**
 * Who may open a file: anyone with its URL for as long as it exists (`open`), anyone while the record it belongs
 * to is public (`public`), or only someone with a signed URL (`private`).
 */
export type FileAccess =
  | { visibility: 'open' | 'private' }
  /** `until`: the time at which it ceases to be public; null if none is set. */
  | { visibility: 'public'; until: string | null };

export interface FileOptions {
  blobs: BlobStore;
  images: ImageCopies;
  accessOf(key: string): Promise<FileAccess>;
  clock: Clock;
}

/** What the path of a file names. */
export const fileParams = {
  accountId: z.string().max(20),
  secret: z.string().max(255),
  filename: z.string().max(1_000),
};

export const fileQuery = (images: ImageCopies) =>
  z.object({
    width: z
      .enum(images.widths.map(String) as [string])
      .optional()
      .meta({ description: 'Width of a smaller copy of an image, in pixels.' }),
    download: z
      .string()
      .max(100)
      .optional()
      .meta({ description: '`1` or `true` downloads the file instead of displaying it.' }),
  });

export interface FileRequest {
  key: string;
  query: { width?: string; download?: string };
  message: IncomingMessage;
}

/**
 * Sends a file to somebody who may open it.
 * @param caching undefined if they may not
 * @throws {NotFoundError}
 */
export type SendFile = (request: FileRequest, caching: Caching | undefined) => Promise<RawResponse>;

export const createSendFile =
  ({ blobs, images }: Pick<FileOptions, 'blobs' | 'images'>): SendFile =>
  async ({ key, query, message: { headers } }, caching) => {
    const file =
      caching &&
      (query.width === undefined
        ? await stored(blobs, key)
        : await images.get(key, Number(query.width), headers.accept ?? ''));
    if (!file) throw notFound('No such file');
    const described = describe(file, query.download, caching);
    if (query.width !== undefined) described.headers.Vary = 'Accept';
    return respond(blobs, file, described, caching, headers);
  };

export const fileRoutes = (options: FileOptions): Endpoint[] => {
  const { images, accessOf, clock } = options;
  const send = createSendFile(options);
  const params = fileParams;
  const example = { accountId: '1', secret: '4sT9mDkq0fXb2ZcV7hGjLpWn8yRuEo1A', filename: 'notes.pdf' };
  const common = {
    method: 'GET',
    tag: 'Files',
    scope: 'open',
    rateLimit: 'files',
    cors: true,
    query: fileQuery(images),
    response: 'application/octet-stream',
    otherStatuses: {
      206: 'The requested range',
      302: 'The URL of the file in the bucket',
      304: 'Not modified',
    },
    errors: [404, 416],
  } as const;

  interface FileInput {
    params: { accountId: string; secret: string; filename: string; signature?: string };
    query: { width?: string; download?: string };
    request: { message: IncomingMessage; links: Links };
  }
  const handle = async ({ params, query, request }: FileInput): Promise<RawResponse> => {
    const key = `${params.accountId}/${params.secret}/${params.filename}`;
    const caching = isBlobKey(key) ? await cachingOf(key, params.signature, request.links) : undefined;
    return send({ key, query, message: request.message }, caching);
  };

  /** undefined if the caller may not open the file. */
  const cachingOf = async (
    key: string,
    signature: string | undefined,
    links: Links,
  ): Promise<Caching | undefined> => {
    if (signature === undefined) return publicCaching(await accessOf(key), clock);
    const secs = links.validSecs(blobPath(signedKeyOf(key)), signature);
    return secs === undefined
      ? undefined
      : { header: `private, max-age=${secs}`, secs, storeSecs: STORE_URL_SECS };
  };

  return [
    endpoint({
      ...common,
      path: '/files/{accountId}/{secret}/{filename}',
      operationId: 'getFile',
      summary: 'Get a stored file',
      description:
        'The URLs in `…Url` fields point here. One byte range is supported. If files are in a bucket, the response redirects to it. ' +
        'Files of items that are not public need a signed URL; otherwise the response is 404.',
      params: z.object(params),
      example: { params: example, response: '%PDF-1.7 …' },
      handle,
    }),
    endpoint({
      ...common,
      path: '/files/{signature}/{accountId}/{secret}/{filename}',
      operationId: 'getSignedFile',
      summary: 'Get a stored file by a signed URL',
      description: 'The URLs of files that are not public point here. 404 when the signature has expired.',
      params: z.object({ signature: z.string().max(255), ...params }),
      example: { params: { signature: SIGNATURE_EXAMPLE, ...example }, response: '%PDF-1.7 …' },
      handle,
    }),
  ];
};

const publicCaching = (access: FileAccess, clock: Clock): Caching | undefined => {
  if (access.visibility !== 'public') return access.visibility === 'open' ? OPEN : undefined;
  if (access.until === null) return PUBLIC;
  const leftSecs = Math.ceil((Date.parse(access.until) - clock.now().getTime()) / 1_000);
  return { ...PUBLIC, storeSecs: Math.max(1, Math.min(STORE_URL_SECS, leftSecs)) };
};

const stored = async (blobs: BlobStore, key: string): Promise<StoredFile | null> => {
  const info = await blobs.stat(key);
  return info && { key, info };
};

interface Description {
  contentType: string;
  headers: Record<string, string | null> & { 'Content-Disposition': string };
}

/** The response headers of the file. */
const describe = (
  { key, info }: StoredFile,
  download: string | undefined,
  { header }: Caching,
): Description => {
  const { contentType, etag, modified } = info;
  const displayed = INLINE_TYPES.has(contentType);
  const disposition = displayed && download !== '1' && download !== 'true' ? 'inline' : 'attachment';
  return {
    contentType: displayed ? contentType : 'application/octet-stream',
    headers: {
      // Keys contain only letters, digits and `._-`, so nothing needs escaping.
      'Content-Disposition': `${disposition}; filename="${key.split('/').at(-1) ?? ''}"`,
      'Content-Security-Policy': contentType === PDF ? "script-src 'none'" : NO_SCRIPT,
      // Other sites may embed documents in frames.
      'X-Frame-Options': null,
      'Cache-Control': header,
      ETag: etag,
      'Last-Modified': modified.toUTCString(),
    },
  };
};

const respond = async (
  blobs: BlobStore,
  { key, info }: StoredFile,
  { contentType, headers }: Description,
  { secs, storeSecs }: Caching,
  requested: { range?: string; 'if-range'?: string },
): Promise<RawResponse> => {
  const url =
    contentType === PLAYLIST
      ? null
      : await blobs.presignGet(key, {
          contentType: contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
          disposition: headers['Content-Disposition'],
          expiresSecs: storeSecs,
        });
  if (url !== null)
    return {
      contentType,
      status: 302,
      body: null,
      headers: {
        ...headers,
        'Cache-Control': `private, max-age=${Math.min(STORE_URL_CACHE_SECS, secs)}`,
        Location: url,
      },
    };
  const range = rangeOf(info, requested.range, requested['if-range']);
  return {
    contentType,
    status: range ? 206 : 200,
    body: () => blobs.read(key, range),
    headers: {
      ...headers,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(range ? range.end - range.start + 1 : info.sizeBytes),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${info.sizeBytes}` }),
    },
  };
};

/**
 * The requested range; undefined to send the whole file, because there is no range, several ranges, or `If-Range`
 * does not match.
 */
const rangeOf = (
  { sizeBytes, etag, modified }: BlobInfo,
  header: string | undefined,
  condition: string | undefined,
): ByteRange | undefined => {
  if (!header) return undefined;
  if (condition && condition !== etag && condition !== modified.toUTCString()) return undefined;
  const ranges = parseRange(sizeBytes, header);
  if (ranges === -1)
    throw new AppError(416, 'RangeNotSatisfiableError', `The file has ${sizeBytes} bytes`, undefined, {
      'Content-Range': `bytes */${sizeBytes}`,
    });
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
};
