/** The transcript of a part of a recording. */
import type { TranscriptSegment } from '../formats/segments/transcript-segment.js';
import { withAllTimes } from '../formats/segments/word-times.js';

/** A part of a recording, in ms from its start. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

/**
 * The segments whose middle is in the part, with times from its start. A text without times stays whole, because nobody
 * knows which of it is said there.
 */
export const trimSegments = (
  segments: readonly TranscriptSegment[],
  { startMs, endMs }: TimeRange,
): TranscriptSegment[] => {
  const within = (ms: number): number => Math.min(endMs, Math.max(startMs, ms)) - startMs;
  if (segments.every((segment) => segment.startMs === null)) return [...segments];
  let time = 0;
  return segments
    .filter((segment) => {
      // A segment without times belongs to the one before it.
      if (segment.startMs !== null) time = (segment.startMs + (segment.endMs ?? segment.startMs)) / 2;
      return time >= startMs && time < endMs;
    })
    .map((segment) => withAllTimes(segment, within));
};
