/** Reads and writes WebVTT. */
import { escapeText } from 'entities';
import type { Segment } from '../../../../indexer/index.js';
import { readCues } from './cue-blocks.js';
import { segmentsOfCues, type ParsedTranscript } from './cues.js';
import { exportCues } from './export-cues.js';
import { formatTime } from './times.js';

/**
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when it has no timed cue, or no words
 */
export function parseVtt(text: string): ParsedTranscript {
  const { cues, warnings } = readCues(text, {
    name: 'WebVTT',
    example: '00:00:01.000 --> 00:00:04.000',
    strictBlocks: true,
    isComment: (line) => /^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/.test(line),
  });
  const headed = /^\s*WEBVTT(?:\s|$)/.test(text);
  return segmentsOfCues(
    cues,
    headed ? warnings : ['line 1: the file does not start with WEBVTT', ...warnings],
  );
}

/** WebVTT with a voice tag for each cue whose speaker is known. */
export function writeVtt(segments: readonly Segment[]): string {
  const cues = exportCues(segments).map(({ text, startMs, endMs, speaker }) => {
    const voice = speaker ? `<v ${escapeText(speaker).replaceAll('\n', ' ')}>` : '';
    return `${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n${voice}${escapeText(text)}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
