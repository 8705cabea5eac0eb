/** Parses YouTube's srv3 captions, `<p t="ms" d="ms">` with words in `<s>`, and srv1, `<text start="s" dur="s">`. */
import { decodeHTMLStrict } from 'entities';
import type { RawCue } from './cue-blocks.js';
import { segmentsOfCues, type ParsedTranscript } from './cues.js';
import { TranscriptFormatError } from './format-error.js';
import { msOf, msOfSeconds } from './json-value.js';
import { checkSegments } from './limits.js';
import { readXml } from './xml.js';
import { withoutOverlap } from './youtube-json3.js';

/** @throws {TranscriptFormatError} when the XML is invalid, or no caption has words */
export const parseSrv3 = (text: string): ParsedTranscript => {
  const cues: RawCue[] = [];
  let words: string | null = null;
  let times: Pick<RawCue, 'startMs' | 'endMs'> = { startMs: null, endMs: null };
  readXml(text, {
    open: (name, attribute) => {
      if (name === 'br' && words !== null) words += '\n';
      if (name !== 'p' && name !== 'text') return;
      words = '';
      const read = name === 'p' ? msOf : msOfSeconds;
      const startMs = read(attribute(name === 'p' ? 't' : 'start'));
      const lasts = read(attribute(name === 'p' ? 'd' : 'dur'));
      times = { startMs, endMs: startMs === null || lasts === null ? null : startMs + lasts };
    },
    text: (part) => {
      if (words !== null) words += part;
    },
    close: (name) => {
      if (words === null || (name !== 'p' && name !== 'text')) return;
      // In srv1, character references are escaped twice.
      const lines = (name === 'text' ? decodeHTMLStrict(words) : words).split('\n');
      words = null;
      if (lines.every((line) => line.trim() === '')) return;
      checkSegments(cues.length + 1);
      cues.push({
        line: cues.length + 1,
        ...times,
        lines: [],
        spoken: lines.map((line) => ({ text: line, speaker: null })),
      });
    },
  });
  if (cues.length === 0) throw new TranscriptFormatError('None of the captions contains text');
  return segmentsOfCues(withoutOverlap(cues), []);
};
