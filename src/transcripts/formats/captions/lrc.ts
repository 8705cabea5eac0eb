/** Parses LRC: lines that begin with `[mm:ss.xx]`, possibly with several times, or with times for each word. */
import type { RawCue } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { checkLines, checkSegments } from '../parsing/limits.js';
import { formatTime, parseTime } from '../segments/times.js';

const STAMP = String.raw`\[(?:\d{1,3}:\d{2}(?:[.:]\d{1,3})?|\d{1,2}:\d{2}:\d{2}\.\d{1,3})\]`;
const STAMPS = new RegExp(String.raw`^\s*((?:${STAMP}\s*)+)(.*)$`);
const TAG = /^\s*\[([a-z#]{1,12}):([^\]]*)\]\s*$/i;
const WORD_STAMP = /<(\d{1,3}:\d{2}(?:[.:]\d{1,3})?)>/g;
/** Without hundredths, it may be plain text with time stamps. */
const SURE = /^\s*\[\d{1,3}:\d{2}\.\d{2,3}\]/;
const KNOWN_TAG = /^\s*\[(?:ti|ar|al|au|by|re|ve|la|length|offset|tool):/i;

/** Whether the first line that is not a tag has a time, with a fraction if there are no tags. */
export const looksLikeLrc = (text: string): boolean => {
  const lines = text.split('\n', 60).filter((line) => line.trim() !== '');
  const first = lines.find((line) => !TAG.test(line)) ?? '';
  return (SURE.test(first) || (KNOWN_TAG.test(lines[0] ?? '') && STAMPS.test(first))) && !isRange(text);
};

const isRange = (text: string): boolean => /^\s*\[[^\]\n]*\]\s*(?:-|–|to)\s*\[/m.test(text.slice(0, 2_000));

/** @throws {TranscriptFormatError} when no line has a time, or none has words */
export const parseLrc = (text: string): ParsedTranscript => {
  checkLines(text);
  const cues: RawCue[] = [];
  let offsetMs = 0;
  text.split('\n').forEach((line, i) => {
    const tag = TAG.exec(line);
    // A positive offset shows the words earlier.
    if (tag?.[1]!.toLowerCase() === 'offset') offsetMs = -(Number(tag[2]) || 0);
    const match = STAMPS.exec(line);
    if (!match) return;
    for (const [, time] of match[1]!.matchAll(/\[([\d:.]+)\]/g)) {
      const startMs = parseTime(time!);
      if (startMs === null) continue;
      const words = match[2]!.replace(
        WORD_STAMP,
        (_, stamp: string) => `<${formatTime((parseTime(stamp) ?? 0) + offsetMs, '.')}>`,
      );
      cues.push({ line: i + 1, startMs: startMs + offsetMs, endMs: null, lines: [words] });
    }
    checkSegments(cues.length);
  });
  if (cues.length === 0)
    throw new TranscriptFormatError('Not an LRC transcript: no line begins with a time such as "[00:12.00]"');
  return segmentsOfCues(withEnds(cues), []);
};

/** Each line lasts until the next; a line without words only ends the previous one. */
const withEnds = (cues: readonly RawCue[]): RawCue[] => {
  const sorted = cues.toSorted((a, b) => a.startMs! - b.startMs!);
  return sorted.map((cue, i) => ({ ...cue, endMs: sorted[i + 1]?.startMs ?? null }));
};
