/** Parses and writes WebVTT. */
import { escapeText } from 'entities';
import { readCues } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { exportCues, piecesOf, readableCues, type ExportCue } from './export-cues.js';
import { CONTINUED, labelGuard, withoutBraceTags } from '../parsing/guarded-text.js';
import { languageOf } from '../parsing/languages.js';
import { formatTime } from '../segments/times.js';
import type { TranscriptSegment } from '../segments/transcript-segment.js';

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

/**
 * WebVTT with a voice tag for each cue with a known speaker.
 * @param withWords adds a time stamp before each word that begins after the cue, and after each that a pause follows
 */
export function writeVtt(segments: readonly TranscriptSegment[], withWords = false): string {
  const whole = exportCues(segments, withWords);
  const cues = (withWords ? whole : readableCues(whole)).map((cue) => {
    const { startMs, endMs, speaker, isContinued } = cue;
    const voice = speaker ? `<v ${escapeText(withoutBraceTags(speaker))}>` : '';
    return `${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n${voice}${stampedText(cue)}${isContinued ? CONTINUED : ''}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function stampedText(cue: ExportCue): string {
  const { text, startMs, endMs, words } = cue;
  const withoutLabel = labelGuard(text);
  const write = (piece: string): string => escapeText(withoutBraceTags(withoutLabel(piece)));
  // Between two words, a stamp would hide a brace tag from its guard.
  if (!words || text.includes('{\\')) return write(text);
  let clock = startMs;
  /** Stamps are within the cue, and in order. */
  const stamp = (ms: number | null): string => {
    if (ms === null || ms <= clock || ms >= endMs) return '';
    clock = ms;
    return `<${formatTime(ms, '.')}>`;
  };
  let written = '';
  let next = 0;
  for (const word of piecesOf(cue, words)) {
    if (!word) {
      written += ' ';
      continue;
    }
    const following = words[++next]?.startMs ?? null;
    const isPause = word.endMs !== null && (following === null || word.endMs < following);
    written += stamp(word.startMs) + write(word.text) + (isPause ? stamp(word.endMs) : '');
  }
  return written;
}
