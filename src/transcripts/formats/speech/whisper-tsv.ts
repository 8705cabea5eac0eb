/** Parses tab-separated values: `start`, `end`, `text` in milliseconds, as Whisper writes them, or in seconds. */
import type { RawCue } from '../captions/cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from '../captions/cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { checkLines, checkSegments } from '../parsing/limits.js';

const ROW = /^(\d{1,10}(?:\.\d{1,9})?)\t(\d{1,10}(?:\.\d{1,9})?)\t(.*)$/;

export const looksLikeTsv = (text: string): boolean =>
  /^\s*(?:start\tend\t(?:speaker\t)?text|\d+(?:\.\d+)?\t\d+(?:\.\d+)?\t\S.*)(?:\n|$)/i.test(text);

/** @throws {TranscriptFormatError} when no line has times, or none has words */
export const parseTsv = (text: string): ParsedTranscript => {
  checkLines(text);
  const lines = text.split('\n');
  const isSpoken = /^\s*start\tend\tspeaker\ttext/i.test(lines[0]!);
  const rows = lines.map((line) => ROW.exec(line.trimEnd()));
  // Audacity and others write seconds, with a fraction.
  const unit = rows.some((row) => row?.[1]!.includes('.') || row?.[2]!.includes('.')) ? 1_000 : 1;
  const cues = rows.flatMap((row, i): RawCue[] => {
    if (!row) return [];
    const [speaker, ...rest] = isSpoken ? row[3]!.split('\t') : [null, row[3]!];
    const times = { startMs: Math.round(Number(row[1]) * unit), endMs: Math.round(Number(row[2]) * unit) };
    const words = rest.join(' ');
    return [
      { line: i + 1, ...times, lines: [words], ...(speaker && { spoken: [{ text: words, speaker }] }) },
    ];
  });
  checkSegments(cues.length);
  if (cues.length === 0)
    throw new TranscriptFormatError(
      'Not a TSV transcript: no line has a start, an end and words, parted by tabs',
    );
  return segmentsOfCues(cues, []);
};
