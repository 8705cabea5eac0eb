/** How much a transcript may contain, so that reading it needs a bounded amount of memory. */
import { TranscriptFormatError } from './format-error.js';

/** Also of a transcript in JSON. */
export const MAX_SEGMENTS = 500_000;
const MAX_LINES = 2_000_000;

/** @throws {TranscriptFormatError} when the text has too many lines */
export function checkLines(text: string): void {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  if (lines > MAX_LINES) throw new TranscriptFormatError(`The text has more than ${MAX_LINES} lines`);
}

/** @throws {TranscriptFormatError} when there are too many */
export function checkSegments(count: number): void {
  if (count > MAX_SEGMENTS)
    throw new TranscriptFormatError(`The transcript has more than ${MAX_SEGMENTS} segments`);
}
