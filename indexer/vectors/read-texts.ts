/** Reads what a search has left out of its hits. */
import type { ChunkHit } from '../ports.js';
import { chunkKey } from './keys.js';

/**
 * The hits, the best so many with text and times, without those of these that are gone by now.
 * @param read returns chunks in any order
 */
export async function readTexts(
  hits: readonly ChunkHit[],
  best: number,
  read: (hits: readonly ChunkHit[]) => Promise<ChunkHit[]>,
): Promise<ChunkHit[]> {
  if (best < 1) return [...hits];
  const found = new Map((await read(hits.slice(0, best))).map((hit) => [chunkKey(hit), hit]));
  return hits.flatMap((hit, at) => {
    if (at >= best) return hit;
    const whole = found.get(chunkKey(hit));
    return whole ? { ...whole, score: hit.score } : [];
  });
}
