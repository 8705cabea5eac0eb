/** Parses and writes SubRip. */
import type { Segment } from '../../../../indexer/index.js';
import { INVISIBLE, readCues, timesOfLine, withArrows } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { exportCues, readableCues } from './export-cues.js';
import { CONTINUED, nameMarks, withoutLabel, withoutMarkup } from '../parsing/guarded-text.js';
import { formatTime } from '../segments/times.js';

/** Lines before the times of the first cue: a number, and the mark of a code block. */
const ABOVE_TIMES = /^(?:\d+|`{3,}\w*)$/;
const TIME = /^\D{0,9}\d{1,3}:\d{2}(?::\d{2})?[,.]\d{1,3}/;

/** Whether it begins with the times of a cue. */
export const looksLikeSrt = (text: string): boolean => {
  const lines = withArrows(text.slice(0, 1_000))
    .replace(INVISIBLE, '')
    .split('\n')
    .map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !ABOVE_TIMES.test(line)) ?? '';
  const times = TIME.test(first) ? timesOfLine(first) : null;
  return times !== null && times.startMs !== null && times.endMs !== null;
};

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
  const cues = readableCues(exportCues(segments)).map(({ text, startMs, endMs, speaker, isContinued }, i) => {
    const { before, after } = nameMarks(speaker, last);
    const words = withoutMarkup(before + withoutLabel(text)) + (isContinued ? CONTINUED : '') + after;
    last = speaker;
    return `${i + 1}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${words}\n`;
  });
  return cues.join('\n');
}
