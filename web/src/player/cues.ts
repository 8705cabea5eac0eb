/** The timed lines of a transcript. */

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

/** After a seek, a media element may stop slightly before the requested time, in s. */
const TOLERANCE = 0.05;

/** The last cue that has started at a time; -1 before the first. Uses bisection. */
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
