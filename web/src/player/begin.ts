/** Determines where playback of an item starts. */
import type { Cue } from './cues.js';
import type { PlayedItem } from './item-loader.js';

export interface Begin {
  /** Null: at the beginning. */
  seconds: number | null;
  /** Whether playback starts at once. */
  plays: boolean;
}

/** URLs contain whole seconds: `?t=70` means the line shown with 1:10, which may start at 70.4 s. */
export const startOf = (cues: readonly Cue[] | undefined, seconds: number): number =>
  cues?.find(({ start }) => Math.floor(start) === seconds)?.start ?? seconds;

/** A text can continue after its recording ends. Nothing is played from there. */
export const startPosition = ({ item, cues }: PlayedItem, { seconds, plays }: Begin): Begin => {
  if (seconds === null) return { seconds, plays };
  const isBeyond = item.durationSecs !== null && seconds >= item.durationSecs;
  return { seconds: startOf(cues, seconds), plays: plays && !isBeyond };
};
