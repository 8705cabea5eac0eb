/** Uploads in the parts of a multipart upload, to a server that stores files in a bucket. */
import type { Schemas } from '../api/account.js';
import { errorOf, sendPiece, type SendContext } from './send-piece.js';

interface StoredParts {
  parts: { partNumber: number; sizeBytes: number }[];
  partCount: number;
  partBytes: number;
  isComplete: boolean;
}

interface SignedParts {
  parts: { sizeBytes: number; url: string }[];
}

/** Sends the parts that the bucket does not have yet, then has the file made of them. */
export const sendInParts = async (
  { url }: Schemas['ResumableUpload'],
  file: File,
  { progress, signal }: SendContext,
): Promise<void> => {
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/${path}`, {
      method: path === 'parts' ? 'GET' : 'POST',
      cache: 'no-store',
      signal,
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw errorOf(response.status, await response.text());
    return (await response.json()) as T;
  };
  const { parts, partCount, partBytes, isComplete } = await call<StoredParts>('parts');
  if (isComplete) return;
  const stored = new Set(parts.map(({ partNumber }) => partNumber));
  let sent = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  progress(sent);
  for (let partNumber = 1; partNumber <= partCount; partNumber++) {
    if (stored.has(partNumber)) continue;
    // One at a time: on a slow connection, the URLs of later parts would expire.
    const [part] = (await call<SignedParts>('parts/sign', { partNumbers: [partNumber] })).parts;
    if (!part) throw errorOf(500, '');
    const start = (partNumber - 1) * partBytes;
    const before = sent;
    await sendPiece(
      { method: 'PUT', url: part.url, headers: {}, body: file.slice(start, start + part.sizeBytes) },
      { progress: (bytes) => progress(before + bytes), signal },
    );
    sent += part.sizeBytes;
    progress(sent);
  }
  await call('complete');
};
