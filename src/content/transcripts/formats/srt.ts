/** Reads and writes SubRip. */
import type { Segment } from '../../../../indexer/index.js';
import { readCues } from './cue-blocks.js';
import { segmentsOfCues, type ParsedTranscript } from './cues.js';
import { exportCues } from './export-cues.js';
import { formatTime } from './times.js';

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

/** SubRip has no field for speakers: each change of speaker starts a cue with the name. */
export function writeSrt(segments: readonly Segment[]): string {
  let last: string | null = null;
  const cues = exportCues(segments).map(({ text, startMs, endMs, speaker }, i) => {
    const name = speaker && speaker !== last ? `${speaker}: ` : '';
    last = speaker ?? last;
    return `${i + 1}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${name}${text.replaceAll('-->', '→')}\n`;
  });
  return cues.join('\n');
}
