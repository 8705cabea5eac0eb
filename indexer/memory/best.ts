/** Selects the best of many scores without sorting them all. */

/** Lists up to so many times longer than what is wanted are sorted as a whole. */
const SORTED_WHOLE = 2;
const BINS = 2_048;
/** A key holds a score's 32 bits above a position of 21. */
const MAX_POSITIONS = 2 ** 21;

const bins = new Uint32Array(BINS);
const score32 = new Float32Array(1);
const bits32 = new Int32Array(score32.buffer);

/**
 * Positions of the highest scores, best first; of equal scores the lower position first.
 * @param candidates positions in `scores`, in any order, each below two million
 */
export function bestOf(scores: Float32Array, candidates: ArrayLike<number>, limit: number): number[] {
  if (limit < 1) return [];
  const from = candidates.length > limit * SORTED_WHOLE ? lowestOfBest(scores, candidates, limit) : -Infinity;
  const keys: number[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const position = candidates[at]!;
    const score = scores[position]!;
    if (score >= from) keys.push(keyOf(score, position));
  }
  const sorted = Float64Array.from(keys).sort();
  const best: number[] = [];
  for (let at = 0; at < Math.min(limit, sorted.length); at++) best.push(positionOf(sorted[at]!));
  return best;
}

/** A number that is smaller the better: numbers are sorted without calling back. */
function keyOf(score: number, position: number): number {
  score32[0] = score;
  const bits = bits32[0]!;
  return -(bits < 0 ? bits ^ 0x7fffffff : bits) * MAX_POSITIONS + position;
}

const positionOf = (key: number): number => key - Math.floor(key / MAX_POSITIONS) * MAX_POSITIONS;

/** A score that at least `limit` of the candidates reach, and few others. */
function lowestOfBest(scores: Float32Array, candidates: ArrayLike<number>, limit: number): number {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let at = 0; at < candidates.length; at++) {
    const score = scores[candidates[at]!]!;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  if (!(highest > lowest)) return lowest;
  const scale = (BINS - 1) / (highest - lowest);
  bins.fill(0);
  for (let at = 0; at < candidates.length; at++)
    bins[Math.floor((scores[candidates[at]!]! - lowest) * scale)]!++;
  let bin = BINS - 1;
  for (let counted = bins[bin]!; counted < limit; counted += bins[--bin]!);
  // One bin lower, as the way back from a bin to its lowest score is rounded.
  return lowest + (bin - 1) / scale;
}
