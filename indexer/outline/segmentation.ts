/** Divides a sequence of vectors into runs of similar direction. */
import { dot } from '../embedding/vectors.js';

export interface SegmentationOptions {
  /** Minimum and maximum number of runs; fewer than the minimum if there is no room. */
  min: number;
  max: number;
  /** Minimum number of vectors per run. */
  minLength: number;
  /** Minimum gain of each further run, as a share of the square root of the number of vectors. */
  penalty: number;
  /** Bonus for a run that begins at the vector, as a share of the penalty. */
  bonus: ArrayLike<number>;
}

/**
 * Finds the division that maximises the sum of the lengths of the runs' summed vectors, by dynamic programming:
 * the objective of content vector segmentation (Alemi and Ginsparg, 2015). For n random vectors, a division gains
 * in proportion to √n, so the penalty is proportional to √n too. Takes n² steps; callers limit n.
 *
 * @returns the start of each run after the first
 */
export function divideIntoSegments(vectors: readonly Float32Array[], options: SegmentationOptions): number[] {
  const n = vectors.length;
  const { minLength, bonus } = options;
  const most = Math.max(1, Math.min(options.max, Math.floor(n / minLength)));
  const least = Math.min(options.min, most);
  const penalty = options.penalty * Math.sqrt(n);
  const lengths = runLengths(vectors);
  // best[runs][end]: the greatest value for this number of runs up to `end`; start: where the last of them
  // begins.
  const best = Array.from({ length: most + 1 }, () => new Float64Array(n + 1).fill(-Infinity));
  const start = Array.from({ length: most + 1 }, () => new Int32Array(n + 1));
  best[0]![0] = 0;
  for (let end = minLength; end <= n; end++) {
    for (let begin = 0; begin <= end - minLength; begin++) {
      const value = lengths(begin, end) + (begin > 0 ? bonus[begin]! * penalty : 0);
      for (let runs = 1; runs <= most; runs++) {
        const total = best[runs - 1]![begin]! + value;
        if (total <= best[runs]![end]!) continue;
        best[runs]![end] = total;
        start[runs]![end] = begin;
      }
    }
  }
  let chosen = least;
  const worth = (runs: number): number => best[runs]![n]! - penalty * runs;
  for (let runs = least + 1; runs <= most; runs++) if (worth(runs) > worth(chosen)) chosen = runs;
  const begins: number[] = [];
  for (let runs = chosen, end = n; runs > 1; runs--) begins.unshift((end = start[runs]![end]!));
  return begins;
}

/** Returns the length of the sum of any consecutive vectors, computed from prefix sums of their dot products. */
function runLengths(vectors: readonly Float32Array[]): (begin: number, end: number) => number {
  const n = vectors.length;
  const width = n + 1;
  const sums = new Float64Array(width * width);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) {
      const product = dot(vectors[i]!, vectors[j]!);
      sums[(i + 1) * width + j + 1] = sums[(j + 1) * width + i + 1] = product;
    }
  }
  for (let i = 1; i <= n; i++)
    for (let j = 1; j <= n; j++)
      sums[i * width + j]! +=
        sums[(i - 1) * width + j]! + sums[i * width + j - 1]! - sums[(i - 1) * width + j - 1]!;
  return (begin, end) => {
    const square = sums[end * width + end]! - 2 * sums[begin * width + end]! + sums[begin * width + begin]!;
    return Math.sqrt(Math.max(0, square));
  };
}
