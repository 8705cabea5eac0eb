/** Parses YouTube's json3 captions: `events` in milliseconds, whose `segs` are words or whole captions. */
import type { RawCue } from './cue-blocks.js';
import { segmentsOfCues, type ParsedTranscript } from './cues.js';
import { TranscriptFormatError } from './format-error.js';
import { fieldOf, isFields, listOf, msOf } from './json-value.js';
import { checkSegments } from './limits.js';

export const looksLikeJson3 = (json: unknown): boolean =>
  isFields(json) &&
  Array.isArray(json['events']) &&
  (json['wireMagic'] === 'pb3' ||
    listOf(json, 'events').some((event) => isFields(event) && 'tStartMs' in event));

/** @throws {TranscriptFormatError} when no event has words */
export const parseJson3 = (json: unknown): ParsedTranscript => {
  const events = listOf(json, 'events');
  checkSegments(events.length);
  const cues = events.flatMap((event, i): RawCue[] => {
    const text = listOf(event, 'segs')
      .map((part) => fieldOf(part, 'utf8'))
      .filter((part) => typeof part === 'string')
      .join('');
    if (text.trim() === '') return [];
    const startMs = msOf(fieldOf(event, 'tStartMs'));
    const lasts = msOf(fieldOf(event, 'dDurationMs'));
    return [
      {
        line: i + 1,
        startMs,
        endMs: startMs === null || lasts === null ? null : startMs + lasts,
        ...plain(text),
      },
    ];
  });
  if (cues.length === 0) throw new TranscriptFormatError('None of the events contains text');
  return segmentsOfCues(withoutOverlap(cues), []);
};

const plain = (text: string) => ({
  lines: [],
  spoken: text.split('\n').map((line) => ({ text: line, speaker: null })),
});

/** A scrolling caption stays visible while the next one is spoken, so it is cut where that begins. */
export const withoutOverlap = (cues: readonly RawCue[]): RawCue[] =>
  cues.map((cue, i) => {
    const next = cues[i + 1]?.startMs ?? null;
    const isCut =
      next !== null && cue.startMs !== null && cue.endMs !== null && next > cue.startMs && next < cue.endMs;
    return isCut ? { ...cue, endMs: next } : cue;
  });
