/** Selects the best of many scores without sorting them all. */

/** A key holds a score's 32 bits above a position of 21. */
const MAX_POSITIONS = 2 ** 21;
/** Keys that are gathered before they are sorted, as a multiple of the limit. */
const GATHERED = 3;
/** One of so many candidates is looked at first, to tell which scores are too low. */
const SAMPLED = 16;
/** Shorter lists are gathered at once. */
const MIN_SAMPLED = 2_048;

let scoreBuffer = new Float64Array(1_536);
const score32 = new Float32Array(1);
const bits32 = new Int32Array(score32.buffer);

/**
 * Positions of the highest scores, best first; of equal scores the lower position first.
 * @param candidates positions in `scores`, in any order, each below two million
 */
export function bestOf(scores: Float32Array, candidates: ArrayLike<number>, limit: number): number[] {
  if (limit < 1) return [];
  const likely = likelyLowest(scores, candidates, limit);
  let count = gather(scores, candidates, limit, likely);
  if (count < limit && likely > -Infinity) count = gather(scores, candidates, limit, -Infinity);
  scoreBuffer.subarray(0, count).sort();
  const best: number[] = [];
  for (let at = 0; at < Math.min(limit, count); at++) best.push(positionOf(scoreBuffer[at]!));
  return best;
}

/** A score that more candidates than the limit probably reach, by a sample of them; -Infinity if they are few. */
function likelyLowest(scores: Float32Array, candidates: ArrayLike<number>, limit: number): number {
  if (candidates.length < Math.max(MIN_SAMPLED, 4 * limit)) return -Infinity;
  // Half as many again, and a few, since the sample has as many of the best as chance gives it.
  const needed = Math.ceil((limit / SAMPLED) * 1.5) + 8;
  const count = gather(scores, candidates, needed, -Infinity, SAMPLED);
  scoreBuffer.subarray(0, count).sort();
  return scores[positionOf(scoreBuffer[needed - 1]!)]!;
}

/** Gathers keys of every `step`th candidate, among them those of the best. @returns how many */
function gather(
  scores: Float32Array,
  candidates: ArrayLike<number>,
  limit: number,
  atLeast: number,
  step = 1,
): number {
  const room = Math.min(candidates.length, limit * GATHERED);
  if (scoreBuffer.length < room) scoreBuffer = new Float64Array(room);
  let count = 0;
  let lowest = atLeast;
  for (let at = 0; at < candidates.length; at += step) {
    const position = candidates[at]!;
    const score = scores[position]!;
    if (score < lowest) continue;
    if (count === room) {
      // What is left is better than most of what comes.
      scoreBuffer.subarray(0, count).sort();
      count = limit;
      lowest = scores[positionOf(scoreBuffer[limit - 1]!)]!;
      if (score < lowest) continue;
    }
    scoreBuffer[count++] = keyOf(score, position);
  }
  return count;
}

/** A number that is smaller the better: numbers are sorted without calling back. */
function keyOf(score: number, position: number): number {
  score32[0] = score;
  const bits = bits32[0]!;
  return -(bits < 0 ? bits ^ 0x7fffffff : bits) * MAX_POSITIONS + position;
}

const positionOf = (key: number): number => key - Math.floor(key / MAX_POSITIONS) * MAX_POSITIONS;
