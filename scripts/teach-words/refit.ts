/** Changes the vectors of subword pieces so that the sums of words' pieces come nearer to what the words mean. */

/** Enough for changes below a thousandth. */
const ROUNDS = 30;

export interface SplitWord {
  /** Those that may change; a piece that occurs twice counts once. */
  pieces: ReadonlySet<number>;
  /** What the sum of its pieces lacks. */
  missing: Float32Array;
}

/**
 * Ridge regression: the changes with the least sum of squares of what words then lack, plus, for each piece, its ridge
 * times the square of its change. Solved piece by piece, over and over.
 *
 * @param ridgeOf at least 1
 * @returns changes by piece
 */
export function refit(
  split: readonly SplitWord[],
  ridgeOf: (piece: number) => number,
): Map<number, Float32Array> {
  const using = new Map<number, Float32Array[]>();
  for (const { pieces, missing } of split) {
    const left = missing.slice();
    for (const piece of pieces) {
      const words = using.get(piece);
      if (words) words.push(left);
      else using.set(piece, [left]);
    }
  }
  const changes = new Map([...using].map(([piece, [one]]) => [piece, new Float32Array(one!.length)]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [piece, missing] of using) improve(changes.get(piece)!, missing, ridgeOf(piece));
  return changes;
}

/** The best change of one piece while the others stay; updates what its words lack. */
function improve(change: Float32Array, missing: readonly Float32Array[], ridge: number): void {
  for (let i = 0; i < change.length; i++) {
    const pull = missing.reduce((sum, left) => sum + left[i]!, -ridge * change[i]!);
    const step = pull / (ridge + missing.length);
    change[i]! += step;
    for (const left of missing) left[i]! -= step;
  }
}
