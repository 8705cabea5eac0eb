/** The cosines of an account's chunks with a vector, and the nearest of them. */
import type { AccountIndex } from './account-index.js';
import { bestOf, likelyLowest } from './best.js';
import type { Passing } from './item-filter.js';

export interface ChunkScan {
  /** The nearest rows, best first. */
  nearest(vector: Float32Array, pass: Pick<Passing, 'ranges' | 'rows'>, limit: number): number[];
  /** Finds the cosines of the rows in the ranges `[start, end)`. */
  measure(vector: Float32Array, ranges: ArrayLike<number>): void;
  /** By row, of the rows that were found last. The next call overwrites it. */
  readonly cosines: Float32Array;
}

/** What the cosines of the last vector hardly exceed. */
interface Bounds {
  vector: Float32Array;
  ranges: Int32Array;
  revision: number;
  /** By row. */
  cosines: Float32Array;
}

/** Rows whose bounds are high enough to be measured first, as a multiple of those wanted. */
const LIKELY = 1.5;

export function createChunkScan(index: AccountIndex): ChunkScan {
  const { chunkVectors } = index;
  let last: Bounds | null = null;
  let cosines: Float32Array = new Float32Array(0);
  let reaching = new Int32Array(0);

  const roomFor = (rows: Float32Array | undefined): Float32Array =>
    rows && rows.length >= chunkVectors.length ? rows : new Float32Array(chunkVectors.length * 1.5);

  const boundsOf = (vector: Float32Array, ranges: Int32Array): Float32Array => {
    // A search with a filter asks for the same bounds twice: with and without it.
    const known =
      last?.vector === vector && last.revision === index.revision && isWithin(ranges, last.ranges);
    if (known) return last!.cosines;
    const bounds = roomFor(last?.cosines);
    chunkVectors.bound(vector, ranges, bounds);
    last = { vector, ranges, revision: index.revision, cosines: bounds };
    return bounds;
  };

  return {
    nearest: (vector, { ranges, rows }, limit) => {
      const bounds = boundsOf(vector, ranges);
      cosines = roomFor(cosines);
      if (reaching.length < rows.length) reaching = new Int32Array(rows.length * 1.5);
      let count = 0;
      /** The nearest of the rows whose bounds are at least `lowest`; those from `above` have been measured. */
      const nearestFrom = (lowest: number, above: number): number[] => {
        const first = count;
        for (let at = 0; at < rows.length; at++) {
          const bound = bounds[rows[at]!]!;
          if (bound >= lowest && bound < above) reaching[count++] = rows[at]!;
        }
        chunkVectors.measure(vector, reaching.subarray(first, count), bounds, cosines);
        return bestOf(cosines, reaching.subarray(0, count), limit);
      };
      const likely = likelyLowest(bounds, rows, limit * LIKELY);
      const nearest = nearestFrom(likely, Infinity);
      const furthest = nearest.length < limit ? -Infinity : cosines[nearest.at(-1)!]!;
      // What has a lower bound is further away.
      return furthest >= likely ? nearest : nearestFrom(furthest, likely);
    },
    measure: (vector, ranges) => {
      cosines = roomFor(cosines);
      chunkVectors.scan(vector, ranges, cosines);
    },
    get cosines() {
      return cosines;
    },
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
