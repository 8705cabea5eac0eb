/** Parses and writes SubRip. */
import type { Segment } from '../../../../indexer/index.js';
import { readCues } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { exportCues } from './export-cues.js';
import { nameMarks, withoutLabel, withoutMarkup } from '../parsing/guarded-text.js';
import { formatTime } from '../segments/times.js';

const TIME = String.raw`\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}`;
const FIRST_CUE = new RegExp(String.raw`^\s*(?:\d+[ \t]*\n\s*)?${TIME}[ \t]*-->[ \t]*${TIME}`);

/** Whether it begins with the times of a cue. */
export const looksLikeSrt = (text: string): boolean => FIRST_CUE.test(text);

/**
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when it has no timed cue, or no words
 */
export function parseSrt(text: string): ParsedTranscript {
  const { cues, warnings } = readCues(text, {
    name: 'SubRip',
    example: '00:00:01,000 --> 00:00:04,000',
    strictBlocks: false,
    isComment: () => false,
  });
  return segmentsOfCues(cues, warnings);
}

/** SubRip has no speaker field, so each change of speaker starts a cue with the name, see `guarded-text.ts`. */
export function writeSrt(segments: readonly Segment[]): string {
  let last: string | null = null;
  const cues = exportCues(segments).map(({ text, startMs, endMs, speaker }, i) => {
    const { before, after } = nameMarks(speaker, last);
    const words = withoutMarkup(before + withoutLabel(text)) + after;
    last = speaker;
    return `${i + 1}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${words}\n`;
  });
  return cues.join('\n');
}
