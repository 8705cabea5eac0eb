/** Converts the times of words between their stored form and lists of words. */
import { MAX_TIME_MS } from './times.js';
import type { StoredWord, TranscriptSegment } from './transcript-segment.js';

export interface TimedWord {
  /** Including the punctuation around it. */
  text: string;
  /** Ms from the start of the recording. */
  startMs: number | null;
  endMs: number | null;
  /** From 0 to 1. */
  confidence: number | null;
}

export const untimed = (text: string): TimedWord => ({
  text,
  startMs: null,
  endMs: null,
  confidence: null,
});

/** Each run of characters between spaces as a word without times. */
export const untimedWords = (text: string): TimedWord[] =>
  text.split(' ').flatMap((word) => (word ? [untimed(word)] : []));

/** The words of a text of which only the times of its beginning and end are known. */
export const wordsWithin = (
  text: string,
  { startMs, endMs, confidence }: Omit<TimedWord, 'text'>,
): TimedWord[] => {
  const words = untimedWords(text).map((word) => ({ ...word, confidence }));
  if (words.length > 0) {
    words[0]!.startMs = startMs;
    words.at(-1)!.endMs = endMs;
  }
  return words;
};

const CONFIDENCE_STEPS = 1_000;

const possible = (ms: number | null): number | null =>
  ms !== null && Number.isFinite(ms) && ms <= MAX_TIME_MS ? Math.max(0, Math.round(ms)) : null;

/**
 * @param words that cover their segment's text, as `alignWords` returns them
 * @returns undefined if none has a time
 */
export const storeWords = (words: readonly TimedWord[]): StoredWord[] | undefined => {
  let isTimed = false;
  let clock = 0;
  const stored = words.map((word): StoredWord => {
    const startMs = possible(word.startMs);
    const knownEnd = possible(word.endMs);
    const endMs = knownEnd !== null && knownEnd < (startMs ?? 0) ? null : knownEnd;
    const gap = startMs === null ? null : startMs - clock;
    const duration = endMs === null ? null : endMs - (startMs ?? clock);
    clock = endMs ?? startMs ?? clock;
    isTimed ||= gap !== null || duration !== null;
    const { length } = word.text;
    const confidence = roundedConfidence(word.confidence);
    if (confidence !== null) return [length, gap, duration, confidence];
    if (duration !== null) return [length, gap, duration];
    return gap === null ? [length] : [length, gap];
  });
  return isTimed ? stored : undefined;
};

const roundedConfidence = (value: number | null): number | null =>
  value !== null && value >= 0 && value <= 1 ? Math.round(value * CONFIDENCE_STEPS) / CONFIDENCE_STEPS : null;

/** The words of a segment; undefined if none has a time, or they do not fit the text. */
export const timedWords = ({
  text,
  words,
}: Pick<TranscriptSegment, 'text' | 'words'>): TimedWord[] | undefined => {
  if (!words) return undefined;
  let clock = 0;
  let at = 0;
  const read = words.map(([length, gap = null, duration = null, confidence = null]): TimedWord => {
    if (text[at] === ' ') at++;
    const startMs = gap === null ? null : clock + gap;
    const endMs = duration === null ? null : (startMs ?? clock) + duration;
    clock = endMs ?? startMs ?? clock;
    const word = text.slice(at, at + length);
    at += length;
    return { text: word, startMs, endMs, confidence };
  });
  return at === text.length ? read : undefined;
};

/** The segment with other times of its words. */
export const withWordTimes = <S extends TranscriptSegment>(segment: S, change: (ms: number) => number): S => {
  const moved = (ms: number | null): number | null => (ms === null ? null : change(ms));
  const words = timedWords(segment)?.map((word) => ({
    ...word,
    startMs: moved(word.startMs),
    endMs: moved(word.endMs),
  }));
  return words ? withTimedWords(segment, words) : segment;
};

/** The segment with these words, which cover its text. */
export const withTimedWords = <S extends TranscriptSegment>(
  segment: S,
  words: readonly TimedWord[] | undefined,
): S => ({
  ...segment,
  words: words && storeWords(words),
});

/** The segment with other times, also of its words. */
export const withAllTimes = (
  segment: TranscriptSegment,
  change: (ms: number) => number,
): TranscriptSegment => {
  const changed = (ms: number | null): number | null => (ms === null ? null : change(ms));
  const { startMs, endMs } = segment;
  return { ...withWordTimes(segment, change), startMs: changed(startMs), endMs: changed(endMs) };
};
