/** Passes stored transcripts to threads, and joins their results to JSON without parsing them. */
import { transfer } from '../../../workers/index.js';
import type { TranscriptText } from './stored-segments.js';

/** The input of a task on a stored transcript, and its options. */
export const transcriptTaskInput = (accountId: number, { segments, contentHash }: TranscriptText) =>
  [
    { segments, contentHash },
    { accountId, bytes: segments.length, path: 'segments' },
  ] as const;

/** Moved from the thread rather than copied. */
export const bytesOf = (text: string): Uint8Array => {
  const bytes = Buffer.from(text);
  return transfer(bytes, [bytes]);
};

export const joined = (...parts: (Uint8Array | string)[]): Buffer => {
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const [only] = bytes;
  return bytes.length === 1 && only
    ? Buffer.from(only.buffer, only.byteOffset, only.length)
    : Buffer.concat(bytes);
};

/** The record with its segments. */
export const withSegments = (record: object, segments: Uint8Array): Buffer =>
  joined(`${JSON.stringify(record).slice(0, -1)},"segments":`, segments, '}');
