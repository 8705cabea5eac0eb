/** Passes stored transcripts to threads, and joins their results to JSON without parsing them. */

/** The input of a task on a stored transcript, and its options. */
export const textOf = (accountId: number, { segments }: { segments: string }) =>
  [{ segments }, { accountId, bytes: segments.length, path: 'segments' }] as const;

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
