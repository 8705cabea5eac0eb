/** Divides a sequence of vectors into runs that each point one way. */
import { dot } from '../embedding/vectors.js';

export interface SegmentationOptions {
  /** Fewest and most runs; fewer where there is no room for them. */
  min: number;
  max: number;
  /** Fewest vectors of a run. */
  minLength: number;
  /** What a further run must gain, as a share of the square root of the number of vectors. */
  penalty: number;
  /** What a run gains that begins here, as a share of the penalty; by vector. */
  bonus: ArrayLike<number>;
}

/**
 * The division with the greatest sum of the lengths of the runs' summed vectors, by dynamic programming: the objective
 * of content vector segmentation (Alemi and Ginsparg, 2015). Where vectors point anywhere, dividing n of them gains in
 * proportion to √n, and so does what a further run must gain. Takes n² steps: callers bound n.
 *
 * @returns where runs after the first begin
 */
export function segment(vectors: readonly Float32Array[], options: SegmentationOptions): number[] {
  const n = vectors.length;
  const { minLength, bonus } = options;
  const most = Math.max(1, Math.min(options.max, Math.floor(n / minLength)));
  const least = Math.min(options.min, most);
  const penalty = options.penalty * Math.sqrt(n);
  const lengths = runLengths(vectors);
  // best[runs][end]: the greatest value of so many runs that end here, and where the last of them begins.
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

/** Lengths of the sums of consecutive vectors, from prefix sums over their products. */
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
