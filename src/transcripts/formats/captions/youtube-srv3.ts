/** Parses YouTube's srv3 captions, `<p t="ms" d="ms">` with words in `<s>`, and srv1, `<text start="s" dur="s">`. */
import { decodeHTMLStrict } from 'entities';
import type { RawCue } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { msOf, msOfSeconds } from '../parsing/json-value.js';
import { checkSegments } from '../parsing/limits.js';
import { readXml } from '../parsing/xml.js';
import { confidenceOf, spokenParts, withoutOverlap, type CaptionPart } from './youtube-json3.js';

/** @throws {TranscriptFormatError} when the XML is invalid, or no caption has words */
export const parseSrv3 = (text: string): ParsedTranscript => {
  const cues: RawCue[] = [];
  let parts: CaptionPart[] | null = null;
  let times: Pick<RawCue, 'startMs' | 'endMs'> = { startMs: null, endMs: null };
  const newPart = (): CaptionPart => ({ text: '', offsetMs: null, confidence: null });
  readXml(text, {
    open: (name, attribute) => {
      if (name === 'br' && parts) parts.at(-1)!.text += '\n';
      if (name === 's')
        parts?.push({
          text: '',
          offsetMs: msOf(attribute('t')),
          confidence: confidenceOf(attribute('ac')),
        });
      if (name !== 'p' && name !== 'text') return;
      parts = [newPart()];
      const read = name === 'p' ? msOf : msOfSeconds;
      const startMs = read(attribute(name === 'p' ? 't' : 'start'));
      const lasts = read(attribute(name === 'p' ? 'd' : 'dur'));
      times = { startMs, endMs: startMs === null || lasts === null ? null : startMs + lasts };
    },
    text: (part) => {
      if (parts) parts.at(-1)!.text += part;
    },
    close: (name) => {
      if (name === 's') parts?.push(newPart());
      if (!parts || (name !== 'p' && name !== 'text')) return;
      // In srv1, character references are escaped twice.
      const read =
        name === 'text' ? parts.map((part) => ({ ...part, text: decodeHTMLStrict(part.text) })) : parts;
      parts = null;
      if (read.every((part) => part.text.trim() === '')) return;
      checkSegments(cues.length + 1);
      const spoken = spokenParts(
        read.filter((part) => part.text !== ''),
        times.startMs,
      );
      cues.push({ line: cues.length + 1, ...times, ...spoken });
    },
  });
  if (cues.length === 0) throw new TranscriptFormatError('None of the captions contains text');
  return segmentsOfCues(withoutOverlap(cues), []);
};
