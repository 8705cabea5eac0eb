/** When a transcript is so much longer than its recording that the two are hardly of the same talk. */

/** Times the length of the recording, and this much beyond. A recording may be cut at its end. */
export const MAX_EXCESS = 1.2;
export const MIN_EXCESS_MS = 30_000;

/**
 * @param endMs where the transcript ends; null without times
 * @param mediaSecs length of the longest recording; null if unknown
 */
export const isMuchLonger = (endMs: number | null, mediaSecs: number | null): boolean =>
  endMs !== null && mediaSecs !== null && endMs > MIN_EXCESS_MS + MAX_EXCESS * 1_000 * mediaSecs;
