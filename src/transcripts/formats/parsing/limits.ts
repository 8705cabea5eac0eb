/** Limits on the content of a transcript, so that processing it needs a bounded amount of memory. */
import { TranscriptFormatError } from './format-error.js';

/**
 * Eleven hours with one segment per word. Storing 200,000 segments would block the process for up to a quarter of
 * a second.
 */
export const MAX_SEGMENTS = 100_000;
const MAX_LINES = 2_000_000;
/** Maximum UTF-8 bytes of the words of a transcript in any format: two weeks of speech. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024;

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

export const TOO_MUCH_TEXT = `The transcript has more than ${MAX_TEXT_BYTES / 1024 / 1024} MiB of text`;

export function hasTooMuchText(texts: readonly { text: string }[]): boolean {
  let size = 0;
  return texts.some(({ text }) => (size += Buffer.byteLength(text)) > MAX_TEXT_BYTES);
}

/** @throws {TranscriptFormatError} when the texts together are too long */
export function checkTexts(texts: readonly { text: string }[]): void {
  if (hasTooMuchText(texts)) throw new TranscriptFormatError(TOO_MUCH_TEXT);
}
