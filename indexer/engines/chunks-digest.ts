/** A short digest of an item's chunks, to compare the index with the database. */
import { createHash } from 'node:crypto';
import type { Chunk } from '../ports.js';

const LENGTH = 16;
/** Characters that are hashed at a time: a call for each chunk would cost more than the hash. */
const HASHED = 65_536;

type DigestedChunk = Pick<Chunk, 'ordinal' | 'text' | 'startMs' | 'endMs'>;

/** @param chunks in the order of their ordinals */
export function chunksDigest(chunks: readonly DigestedChunk[]): string {
  const digest = createChunksDigest();
  for (const chunk of chunks) digest.add(chunk);
  return digest.value();
}

/** The same, chunk by chunk. */
export function createChunksDigest(): { add(chunk: DigestedChunk): void; value(): string } {
  const hash = createHash('sha1');
  let waiting = '';
  return {
    add: ({ ordinal, text, startMs, endMs }) => {
      waiting += JSON.stringify([ordinal, text, startMs, endMs]);
      if (waiting.length < HASHED) return;
      hash.update(waiting);
      waiting = '';
    },
    value: () => hash.update(waiting).digest('base64url').slice(0, LENGTH),
  };
}
