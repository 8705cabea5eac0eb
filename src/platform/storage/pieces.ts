/** How a file is divided that is uploaded in pieces. */

/** Below what common proxies accept as a body. */
const MAX_PART_BYTES = 90_000_000;
/** Buckets accept no smaller part but the last. */
const MIN_PART_BYTES = 5 * 1024 ** 2;
/** A connection that is cut loses at most a part: a hundredth of the file. */
const PARTS = 100;

/** Bytes of each piece but the last, which may be smaller. */
export const partBytesOf = (sizeBytes: number): number =>
  Math.min(MAX_PART_BYTES, Math.max(MIN_PART_BYTES, Math.ceil(sizeBytes / PARTS)));

export const countParts = (sizeBytes: number): number => Math.ceil(sizeBytes / partBytesOf(sizeBytes));

/** @param partNumber from 1 */
export const sizeOfPart = (sizeBytes: number, partNumber: number): number =>
  Math.min(partBytesOf(sizeBytes), sizeBytes - (partNumber - 1) * partBytesOf(sizeBytes));
