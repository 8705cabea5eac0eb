/** Parses SubViewer as written by YouTube: `0:00:01.000,0:00:04.000` above the words. */
import { readCues } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';

const TIME = String.raw`\d+:\d{2}:\d{2}\.\d{1,3}`;
const TIMES = new RegExp(String.raw`^[ \t]*(${TIME}),[ \t]*(${TIME})[ \t]*$`, 'gm');

export const looksLikeSbv = (text: string): boolean =>
  new RegExp(String.raw`^\s*${TIME},${TIME}[ \t]*\n`).test(text);

/** @throws {TranscriptFormatError} when it has no timed cue, or no words */
export const parseSbv = (text: string): ParsedTranscript => {
  const { cues, warnings } = readCues(text.replace(TIMES, '$1 --> $2'), {
    name: 'SubViewer',
    example: '0:00:01.000,0:00:04.000',
    strictBlocks: false,
    isComment: () => false,
  });
  return segmentsOfCues(cues, warnings);
};
