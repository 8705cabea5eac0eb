/** Whether a request for a file asks for enough of it to count as a download. */
import parseRange from 'range-parser';

/** IAB Tech Lab, "Podcast Measurement Technical Guidelines", version 2.2: enough of the file to play a minute. */
const LEAST_SECS = 60;
/** Of a file whose length or size is unknown: 128 kbit/s. */
const USUAL_BYTES_PER_SEC = 16_000;
/** Larger than any file of unknown size. */
const UNKNOWN_BYTES = Number.MAX_SAFE_INTEGER;

export interface RequestedFile {
  /** Null if unknown. */
  sizeBytes: number | null;
  durationSecs: number | null;
}

/**
 * A request without a range asks for the whole file. Of several ranges in one request, the largest decides.
 * @param range the `Range` header
 */
export const asksForAMinute = (
  range: string | undefined,
  { sizeBytes, durationSecs }: RequestedFile,
): boolean => {
  if (range === undefined) return true;
  const size = sizeBytes ?? UNKNOWN_BYTES;
  const ranges = parseRange(size, range);
  // A header that is no range of bytes gets the whole file; one beyond the end gets nothing.
  if (ranges === -2) return true;
  if (ranges === -1 || ranges.type !== 'bytes') return ranges !== -1;
  const bytesPerSec = sizeBytes && durationSecs ? sizeBytes / durationSecs : USUAL_BYTES_PER_SEC;
  const least = Math.min(LEAST_SECS * bytesPerSec, size);
  return ranges.some(({ start, end }) => end - start + 1 >= Math.floor(least));
};
