/** The lines of a transcript with times. */

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

/** A media element may stand a moment before the time that it was sent to, s. */
const TOLERANCE = 0.05;

/** The last cue that has begun at a time, by bisection; -1 before the first. */
export const cueAt = (cues: readonly Cue[], seconds: number): number => {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.start <= seconds + TOLERANCE) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};
