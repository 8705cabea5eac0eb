/** Parses the body of a transcript upload in any of its formats. */
import type { Segment } from '../../../indexer/index.js';
import { invalid } from '../../platform/lib/errors.js';
import { decodeText } from './formats/decode-text.js';
import { TranscriptFormatError } from './formats/format-error.js';
import { parsePlainText } from './formats/plain-text.js';
import { segmentsOfValue } from './formats/segments-json.js';
import { parseSrt } from './formats/srt.js';
import { parseVtt } from './formats/vtt.js';

const parsers = {
  'text/vtt': parseVtt,
  'application/x-subrip': parseSrt,
  'text/plain': parsePlainText,
} as const;

export type TextFormat = keyof typeof parsers;

export const textFormats = Object.keys(parsers) as TextFormat[];

/** @throws {ValidationError} when the text is not a transcript in this format */
export const readText = (format: TextFormat, bytes: Uint8Array): Segment[] =>
  orInvalid(() => parsers[format](decodeText(bytes)).segments);

/** @throws {ValidationError} when no segment has words */
export const readSegments = (segments: readonly unknown[]): Segment[] =>
  orInvalid(() => segmentsOfValue(segments).segments);

const orInvalid = (read: () => Segment[]): Segment[] => {
  try {
    return read();
  } catch (error) {
    if (error instanceof TranscriptFormatError) throw invalid([{ path: 'segments', message: error.message }]);
    throw error;
  }
};
