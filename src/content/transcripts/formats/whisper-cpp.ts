/** Parses JSON of whisper.cpp (`--output-json`): `transcription` with offsets in milliseconds. */
import type { ParsedTranscript } from './cues.js';
import { fieldOf, isFields, listOf, msOf } from './json-value.js';
import { languageOf } from './languages.js';
import { segmentsOfValue } from './segments-json.js';
import { parseTime } from './times.js';

export const looksLikeWhisperCpp = (json: unknown): boolean =>
  isFields(json) && Array.isArray(json['transcription']);

/** @throws {TranscriptFormatError} when no segment has words */
export const parseWhisperCpp = (json: unknown): ParsedTranscript => {
  const segments = listOf(json, 'transcription').map((segment) => ({
    text: fieldOf(segment, 'text'),
    startMs: timeOf(segment, 'from'),
    endMs: timeOf(segment, 'to'),
    speaker: speakerOf(fieldOf(segment, 'speaker')),
  }));
  return { ...segmentsOfValue(segments), ...languageOf(fieldOf(fieldOf(json, 'result'), 'language')) };
};

const timeOf = (segment: unknown, end: 'from' | 'to'): number | null => {
  const time = fieldOf(fieldOf(segment, 'timestamps'), end);
  return (
    msOf(fieldOf(fieldOf(segment, 'offsets'), end)) ?? (typeof time === 'string' ? parseTime(time) : null)
  );
};

/** `--diarize` numbers the channels of a stereo recording; `?` means both. */
const speakerOf = (speaker: unknown): string | null =>
  typeof speaker === 'string' && /^\d{1,3}$/.test(speaker) ? `Speaker ${speaker}` : null;
