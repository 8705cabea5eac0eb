/** Defines when a transcript is so much longer than its recording that they probably belong to different talks. */

/** A multiple of the recording's length plus a margin, because a recording may be cut at its end. */
export const MAX_EXCESS = 1.2;
export const MIN_EXCESS_MS = 30_000;

/**
 * @param endMs end of the transcript; null without times
 * @param mediaSecs length of the longest recording; null if unknown
 */
export const isMuchLonger = (endMs: number | null, mediaSecs: number | null): boolean =>
  endMs !== null && mediaSecs !== null && endMs > MIN_EXCESS_MS + MAX_EXCESS * 1_000 * mediaSecs;
