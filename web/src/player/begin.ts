/** Where an item begins. */
import type { Cue } from './cues.js';
import type { PlayedItem } from './item-loader.js';

export interface Begin {
  /** Null: at its beginning. */
  seconds: number | null;
  /** Whether it is played at once. */
  plays: boolean;
}

/** Addresses name whole seconds: `?t=70` means the line that is shown with 1:10, which may begin at 70.4 s. */
export const startOf = (cues: readonly Cue[] | undefined, seconds: number): number =>
  cues?.find(({ start }) => Math.floor(start) === seconds)?.start ?? seconds;

/** A text may go on where its recording ends: nothing is played from there. */
export const startPosition = ({ item, cues }: PlayedItem, { seconds, plays }: Begin): Begin => {
  if (seconds === null) return { seconds, plays };
  const isBeyond = item.durationSecs !== null && seconds >= item.durationSecs;
  return { seconds: startOf(cues, seconds), plays: plays && !isBeyond };
};
