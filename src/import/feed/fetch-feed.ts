/** Downloads a podcast feed, within limits of time and size. */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { PublicFiles } from '../../platform/outgoing/fetch-public.js';

/** Maximum size of a feed, also after decompression. 3,000 episodes with long texts take about 15 MB. */
const MAX_FEED_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const decompressors: Record<string, (() => NodeJS.ReadWriteStream) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** @throws {Error} when there is no feed at the URL, or it is too large or too slow */
export const fetchFeed = async (files: PublicFiles, url: string): Promise<Uint8Array> => {
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new Error(`It took longer than ${TIMEOUT_MS / 1_000} s`)),
    TIMEOUT_MS,
  );
  try {
    const { status, header, body } = await files.get(url, {
      headers: { Accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5' },
      signal: timeout.signal,
    });
    try {
      if (status !== 200) throw new Error(`The server responded with ${status}`);
      return await readAtMost(decompressed(body, header('content-encoding')), MAX_FEED_BYTES);
    } finally {
      body.destroy();
    }
  } finally {
    clearTimeout(timer);
  }
};

const decompressed = (body: Readable, encoding = 'identity'): AsyncIterable<Buffer> => {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  const create = decompressors[name];
  if (!create) throw new Error(`The server sends the unknown content encoding ${name.slice(0, 40)}`);
  const stream = create() as unknown as Readable & NodeJS.WritableStream;
  body.once('error', (error) => stream.destroy(error));
  return body.pipe(stream);
};

const readAtMost = async (stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`It is larger than ${maxBytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
