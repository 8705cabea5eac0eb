/** Parses and writes WebVTT. */
import { escapeText } from 'entities';
import type { Segment } from '../../../../indexer/index.js';
import { readCues } from './cue-blocks.js';
import { segmentsOfCues, type ParsedTranscript } from './cues.js';
import { exportCues } from './export-cues.js';
import { withoutBraceTags, withoutLabel } from './guarded-text.js';
import { languageOf } from './languages.js';
import { formatTime } from './times.js';

const HEADER = /^\s*WEBVTT(?:\s|$)/;

export const looksLikeVtt = (text: string): boolean => HEADER.test(text);

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
  const headed = HEADER.test(text);
  const found = headed ? warnings : ['line 1: the file does not start with WEBVTT', ...warnings];
  // YouTube writes it below the first line.
  const language = /^\s*WEBVTT[^\n]*\n(?:[A-Za-z-]+:[^\n]*\n){0,9}?Language:[ \t]*([^\s]{2,35})/.exec(
    text,
  )?.[1];
  return { ...segmentsOfCues(cues, found), ...languageOf(language) };
}

/** WebVTT with a voice tag for each cue with a known speaker. */
export function writeVtt(segments: readonly Segment[]): string {
  const cues = exportCues(segments).map(({ text, startMs, endMs, speaker }) => {
    const voice = speaker ? `<v ${escapeText(withoutBraceTags(speaker))}>` : '';
    const words = escapeText(withoutBraceTags(withoutLabel(text)));
    return `${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n${voice}${words}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}
