/** Error of a segmentation: Pk (Beeferman, 1999) and WindowDiff (Pevzner and Hearst, 2002). */

/** Both are shares of windows that are segmented wrongly: 0 is best. */
export interface SegmentationError {
  pk: number;
  windowDiff: number;
}

/**
 * @param length number of sentences
 * @param truth and `found`: indexes of the sentences with which parts begin, without the first part
 */
export function segmentationError(
  length: number,
  truth: readonly number[],
  found: readonly number[],
): SegmentationError {
  // Half of the mean length of the true parts, as in both papers.
  const window = Math.max(2, Math.round(length / (truth.length + 1) / 2));
  const [partsOf, foundParts] = [parts(length, truth), parts(length, found)];
  const windows = Math.max(1, length - window);
  let [pk, windowDiff] = [0, 0];
  for (let at = 0; at + window < length; at++) {
    const [expected, actual] = [partsOf, foundParts].map((all) => all[at + window]! - all[at]!) as [
      number,
      number,
    ];
    if ((expected === 0) !== (actual === 0)) pk++;
    if (expected !== actual) windowDiff++;
  }
  return { pk: pk / windows, windowDiff: windowDiff / windows };
}

/** The number of the part that contains each sentence. */
function parts(length: number, starts: readonly number[]): number[] {
  const own = new Set(starts);
  let part = 0;
  return Array.from({ length }, (_, at) => (own.has(at) ? ++part : part));
}
