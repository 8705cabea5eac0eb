/** Serves stored files to whoever knows the URL, with headers that keep browsers from running them as scripts. */
import parseRange from 'range-parser';
import { z } from 'zod';
import { endpoint, type Endpoint, type RawResponse } from '../http/endpoint.js';
import { AppError, notFound } from '../lib/errors.js';
import { isBlobKey } from './blob-key.js';
import type { BlobInfo, BlobStore, ByteRange } from './blob-store.js';

/** Types that a browser displays without running them, by their exact names; all others are downloaded. */
const INLINE_TYPES: ReadonlySet<string> = new Set([
  ...['png', 'jpeg', 'gif', 'webp', 'avif'].map((name) => `image/${name}`),
  ...['mpeg', 'mp3', 'mp4', 'm4a', 'x-m4a', 'aac', 'ogg', 'opus', 'webm'].map((name) => `audio/${name}`),
  ...['wav', 'x-wav', 'flac', 'x-flac', 'aiff', 'x-aiff'].map((name) => `audio/${name}`),
  ...['mp4', 'x-m4v', 'quicktime', 'webm', 'ogg', 'mpeg', 'mp2t'].map((name) => `video/${name}`),
  ...['x-matroska', 'x-msvideo'].map((name) => `video/${name}`),
  'application/pdf',
  'text/plain',
  'text/vtt',
]);
/** Browsers do not display a PDF in a sandbox; its scripts run in the viewer, outside our origin. */
const PDF = 'application/pdf';
const NO_SCRIPT =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors *; sandbox";
const YEAR_SECS = 31_536_000;
/** Validity of a URL of the store: longer than it is cached, so that playback can start late and continue. */
const STORE_URL_SECS = 12 * 60 * 60;
const STORE_URL_CACHE_SECS = 60 * 60;

export interface StoredFile {
  key: string;
  info: BlobInfo;
}

/** Smaller copies of stored images. */
export interface ImageCopies {
  /** Pixels. */
  widths: readonly number[];
  /** @param accept the request's `Accept` header @returns null when there is no such file, or it is not an image */
  get(key: string, width: number, accept: string): Promise<StoredFile | null>;
}

export const fileRoutes = (blobs: BlobStore, images: ImageCopies): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/files/{accountId}/{secret}/{filename}',
    name: 'getFile',
    summary: 'Get a stored file',
    description:
      'The URLs in `…Url` fields point here. One byte range is supported. If files are in a bucket, the response redirects to it.',
    tag: 'Files',
    scope: 'open',
    rateLimit: 'files',
    cors: true,
    params: z.object({
      accountId: z.string().max(20),
      secret: z.string().max(255),
      filename: z.string().max(1_000),
    }),
    query: z.object({
      width: z
        .enum(images.widths.map(String) as [string])
        .optional()
        .meta({ description: 'Width of a smaller copy of an image, in pixels.' }),
      download: z
        .string()
        .max(100)
        .optional()
        .meta({ description: '`1` or `true` to save the file instead of displaying it.' }),
    }),
    response: 'application/octet-stream',
    otherStatuses: {
      206: 'The requested range',
      302: 'The URL of the file in the bucket',
      304: 'Not modified',
    },
    errors: [416],
    example: {
      params: { accountId: '1', secret: '4sT9mDkq0fXb2ZcV7hGjLpWn8yRuEo1A', filename: 'notes.pdf' },
      response: '%PDF-1.7 …',
    },
    handle: async ({ params, query, request }) => {
      const { headers } = request.message;
      const key = `${params.accountId}/${params.secret}/${params.filename}`;
      const file = isBlobKey(key)
        ? query.width === undefined
          ? await stored(blobs, key)
          : await images.get(key, Number(query.width), headers.accept ?? '')
        : null;
      if (!file) throw notFound('No such file');
      const described = describe(file, query.download);
      if (query.width !== undefined) described.headers.Vary = 'Accept';
      return respond(blobs, file, described, headers);
    },
  }),
];

const stored = async (blobs: BlobStore, key: string): Promise<StoredFile | null> => {
  const info = await blobs.stat(key);
  return info && { key, info };
};

interface Description {
  contentType: string;
  headers: Record<string, string | null> & { 'Content-Disposition': string };
}

/** The response headers of the file. */
const describe = ({ key, info }: StoredFile, download: string | undefined): Description => {
  const { contentType, etag, modified } = info;
  const displayed = INLINE_TYPES.has(contentType);
  const disposition = displayed && download !== '1' && download !== 'true' ? 'inline' : 'attachment';
  return {
    contentType: displayed ? contentType : 'application/octet-stream',
    headers: {
      // Keys hold letters, digits and `._-` only: nothing to escape.
      'Content-Disposition': `${disposition}; filename="${key.split('/').at(-1) ?? ''}"`,
      'Content-Security-Policy': contentType === PDF ? "script-src 'none'" : NO_SCRIPT,
      // Other sites may embed documents in frames.
      'X-Frame-Options': null,
      'Cache-Control': `public, max-age=${YEAR_SECS}, immutable`,
      ETag: etag,
      'Last-Modified': modified.toUTCString(),
    },
  };
};

const respond = async (
  blobs: BlobStore,
  { key, info }: StoredFile,
  { contentType, headers }: Description,
  requested: { range?: string; 'if-range'?: string },
): Promise<RawResponse> => {
  const url = await blobs.presignGet(key, {
    contentType: contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    disposition: headers['Content-Disposition'],
    expiresSecs: STORE_URL_SECS,
  });
  if (url !== null)
    return {
      contentType,
      status: 302,
      body: null,
      headers: { ...headers, 'Cache-Control': `private, max-age=${STORE_URL_CACHE_SECS}`, Location: url },
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
 * The requested range; undefined to send the whole file: no range, several ranges, or `If-Range` names another
 * version.
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
