/** The cosines of an account's chunks with a vector. */
import type { AccountIndex } from './account-index.js';

/** The last scan. */
interface ChunkScan {
  vector: Float32Array;
  ranges: Int32Array;
  revision: number;
  /** By row. */
  cosines: Float32Array;
}

/** @returns the cosines, by row, of the rows in the ranges `[start, end)`, in order, which the next search overwrites */
export function createChunkScan(
  index: AccountIndex,
): (vector: Float32Array, ranges: Int32Array) => Float32Array {
  const { chunkVectors } = index;
  let scan: ChunkScan | null = null;
  return (vector, ranges) => {
    // A search with a filter asks for the same cosines twice: with and without it.
    const known =
      scan?.vector === vector && scan.revision === index.revision && isWithin(ranges, scan.ranges);
    if (known) return scan!.cosines;
    const last = scan?.cosines;
    const cosines =
      last && last.length >= chunkVectors.length ? last : new Float32Array(chunkVectors.length * 1.5);
    chunkVectors.scan(vector, ranges, cosines);
    scan = { vector, ranges, revision: index.revision, cosines };
    return cosines;
  };
}

/** Whether each range lies in one of `others`; both are in order. */
function isWithin(ranges: Int32Array, others: Int32Array): boolean {
  let other = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    while (other < others.length && others[other + 1]! < ranges[at + 1]!) other += 2;
    if (other >= others.length || others[other]! > ranges[at]!) return false;
  }
  return true;
}
