/** A short digest of an item's chunks, to compare the index with the database. */
import { createHash } from 'node:crypto';
import type { Chunk } from '../ports.js';

const LENGTH = 16;

/** @param chunks in the order of their ordinals */
export function chunksDigest(
  chunks: readonly Pick<Chunk, 'ordinal' | 'text' | 'startMs' | 'endMs'>[],
): string {
  const hash = createHash('sha1');
  for (const { ordinal, text, startMs, endMs } of chunks)
    hash.update(JSON.stringify([ordinal, text, startMs, endMs]));
  return hash.digest('base64url').slice(0, LENGTH);
}
