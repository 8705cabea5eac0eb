/** Downloads a file into a folder, and continues where an interrupted download ended. */
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutgoingRefusal, type PublicFile, type PublicFiles } from '../../platform/outgoing/fetch-public.js';

export interface Download {
  url: string;
  /** Its own; created on demand. */
  folder: string;
  /** Name of the file in the folder. */
  name: string;
  maxBytes: number;
  /** Completes "larger than". */
  limit: string;
  signal: AbortSignal;
}

/** What identifies the version of the file of which there is a part. */
const VALIDATOR = 'validator';
/** Statuses after which another attempt may succeed. */
const TEMPORARY = new Set([408, 425, 429]);

/**
 * @throws {OutgoingRefusal} when another attempt would not help
 * @throws {Error} when the connection ends early; the part is kept
 */
export const downloadFile = async (
  files: PublicFiles,
  { url, folder, name, maxBytes, limit, signal }: Download,
): Promise<{ path: string; sizeBytes: number }> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const validatorPath = join(folder, VALIDATOR);
  const validator = await readFile(validatorPath, 'utf8').catch(() => '');
  const part = validator === '' ? 0 : await sizeOf(path);
  const response = await files.get(url, {
    headers: part > 0 ? { Range: `bytes=${part}-`, 'If-Range': validator } : {},
    signal,
  });
  const { status, header, body } = response;
  try {
    const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(header('content-range') ?? '');
    if (status === 416 && Number(range?.[2]) === part) return { path, sizeBytes: part };
    const continues = status === 206 && part > 0 && Number(range?.[1]) === part;
    if (status === 416 || (status === 206 && !continues)) {
      await rm(validatorPath, { force: true });
      throw new Error('The server does not continue the download where it ended');
    }
    if (status !== 200 && status !== 206) throw failureOf(status);
    assertFile(response);
    const total = continues ? Number(range![2]) : lengthOf(response);
    if (total !== null && total > maxBytes) throw new OutgoingRefusal(`The file is larger than ${limit}`);
    if (!continues) await writeFile(validatorPath, validatorOf(response));
    const start = continues ? part : 0;
    await append(body, path, continues ? 'a' : 'w', maxBytes - start, limit);
    const sizeBytes = await sizeOf(path);
    if (total !== null && sizeBytes !== total)
      throw new Error(`The connection ended after ${sizeBytes} of ${total} bytes`);
    if (sizeBytes === 0) throw new OutgoingRefusal('The file is empty');
    return { path, sizeBytes };
  } finally {
    body.destroy();
  }
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const failureOf = (status: number): Error => {
  const message = `The server responded with ${status}`;
  return status >= 500 || TEMPORARY.has(status) ? new Error(message) : new OutgoingRefusal(message);
};

const assertFile = ({ header }: PublicFile): void => {
  const encoding = header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new OutgoingRefusal('The server sends the file compressed');
  if (/^text\/html\b/i.test(header('content-type') ?? ''))
    throw new OutgoingRefusal('The server sends a page instead of the file');
};

const lengthOf = ({ header }: PublicFile): number | null => {
  const length = header('content-length');
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
};

/** A strong entity tag, or the time of the last change; empty if the server sends neither. */
const validatorOf = ({ header }: PublicFile): string => {
  const etag = header('etag');
  return etag !== undefined && !etag.startsWith('W/') ? etag : (header('last-modified') ?? '');
};

/** Writes each piece as it comes, so that a connection that breaks loses nothing. */
const append = async (
  body: AsyncIterable<Buffer>,
  path: string,
  flag: 'a' | 'w',
  maxBytes: number,
  limit: string,
): Promise<void> => {
  const file = await open(path, flag);
  try {
    let left = maxBytes;
    for await (const chunk of body) {
      left -= chunk.length;
      if (left < 0) throw new OutgoingRefusal(`The file is larger than ${limit}`);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
};
