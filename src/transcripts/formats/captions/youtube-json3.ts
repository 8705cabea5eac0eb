/** Parses YouTube's json3 captions: `events` in milliseconds, whose `segs` are words or whole captions. */
import { cleanWords } from '../segments/clean-words.js';
import type { RawCue } from './cue-blocks.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { segmentsOfCues } from './cues.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { propertyOf, isFields, listOf, msOf } from '../parsing/json-value.js';
import { checkSegments } from '../parsing/limits.js';
import { wordsWithin, type TimedWord } from '../segments/word-times.js';

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
    const startMs = msOf(propertyOf(event, 'tStartMs'));
    const lasts = msOf(propertyOf(event, 'dDurationMs'));
    const parts = listOf(event, 'segs').flatMap(partOf);
    if (parts.every(({ text }) => text.trim() === '')) return [];
    return [
      {
        line: i + 1,
        startMs,
        endMs: startMs === null || lasts === null ? null : startMs + lasts,
        ...spokenParts(parts, startMs),
      },
    ];
  });
  if (cues.length === 0) throw new TranscriptFormatError('None of the events contains text');
  return segmentsOfCues(withoutOverlap(cues), []);
};

/** Words, or a whole caption. */
export interface CaptionPart {
  text: string;
  /** After the start of the caption; absent for the first words, and in captions without times of words. */
  offsetMs: number | null;
  confidence: number | null;
}

const partOf = (part: unknown): CaptionPart[] => {
  const text = propertyOf(part, 'utf8');
  if (typeof text !== 'string') return [];
  return [
    {
      text,
      offsetMs: msOf(propertyOf(part, 'tOffsetMs')),
      confidence: confidenceOf(propertyOf(part, 'acAsrConf')),
    },
  ];
};

const SUREST = 255;

/** The share, from 0 to 1, of a number up to 255; null for 0, which stands for an unknown one. */
export const confidenceOf = (value: unknown): number | null => {
  const confidence = msOf(value);
  return confidence === null || confidence <= 0 ? null : Math.min(1, confidence / SUREST);
};

/** The lines of a caption, with its words if any has a time. */
export const spokenParts = (
  parts: readonly CaptionPart[],
  startMs: number | null,
): Pick<RawCue, 'lines' | 'spoken'> => {
  const isTimed = startMs !== null && parts.some(({ offsetMs }) => offsetMs !== null);
  const spoken: { text: string; speaker: null; words?: TimedWord[] }[] = [];
  const addLine = (): unknown => spoken.push({ text: '', speaker: null, ...(isTimed && { words: [] }) });
  addLine();
  let firstMs: number | null = 0;
  for (const { text, offsetMs, confidence } of parts) {
    let afterMs = offsetMs ?? firstMs;
    for (const [i, piece] of text.split('\n').entries()) {
      if (i > 0) addLine();
      const line = spoken.at(-1)!;
      line.text += piece;
      const words = cleanWords(piece);
      if (!words) continue;
      const from = startMs === null || afterMs === null ? null : startMs + afterMs;
      line.words?.push(...wordsWithin(words, { startMs: from, endMs: null, confidence }));
      afterMs = firstMs = null;
    }
  }
  return { lines: [], spoken };
};

/** A scrolling caption stays visible while the next one is spoken, so it is cut where that begins. */
export const withoutOverlap = (cues: readonly RawCue[]): RawCue[] =>
  cues.map((cue, i) => {
    const next = cues[i + 1]?.startMs ?? null;
    const isCut =
      next !== null && cue.startMs !== null && cue.endMs !== null && next > cue.startMs && next < cue.endMs;
    return isCut ? { ...cue, endMs: next } : cue;
  });
