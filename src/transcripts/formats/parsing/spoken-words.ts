/** Reads words with times from JSON, and joins them into segments for files without sentences. */
import { propertyOf, msOf } from './json-value.js';
import type { TimedWord } from '../segments/word-times.js';

export interface SpokenWord extends TimedWord {
  speaker?: string | null;
}

/** A segment with its words, as `segmentsOfValue` accepts it. */
export interface SpokenSegment extends Omit<SpokenWord, 'confidence'> {
  words: readonly SpokenWord[];
}

/** A segment ends at a pause of this length in ms, at the end of a sentence, or after this many words. */
const PAUSE_MS = 1_000;
const MAX_WORDS = 40;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;

/** Names of a word's text; the form with punctuation comes first. */
const TEXTS = ['punctuated_word', 'word', 'text'];
/** Names of what a recogniser thinks of a word, from 0 to 1. */
const CONFIDENCES = ['confidence', 'probability', 'score'];

/**
 * A word of any recogniser; nothing if it has no text.
 * @param unitMs of `start` and `end`
 */
export const readWord = (word: unknown, unitMs: 1 | 1_000): TimedWord[] => {
  const text = TEXTS.map((name) => propertyOf(word, name)).find((value) => typeof value === 'string');
  if (text === undefined) return [];
  const time = (name: 'start' | 'end'): number | null => {
    const ms = msOf(propertyOf(word, name));
    return msOf(propertyOf(word, `${name}Ms`)) ?? (ms === null ? null : ms * unitMs);
  };
  const confidence = CONFIDENCES.map((name) => propertyOf(word, name)).find(
    (value) => typeof value === 'number',
  );
  return [{ text, startMs: time('start'), endMs: time('end'), confidence: confidence ?? null }];
};

export const segmentsOfWords = (words: readonly SpokenWord[]): SpokenSegment[] => {
  const groups: SpokenWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (!group || !last || endsAt(last, word) || group.length >= MAX_WORDS) groups.push([word]);
    else group.push(word);
  }
  return groups.map((group) => ({
    text: group.map(({ text }) => text.trim()).join(' '),
    startMs: group[0]!.startMs,
    endMs: group.at(-1)!.endMs,
    speaker: group[0]!.speaker ?? null,
    words: group,
  }));
};

const endsAt = (last: SpokenWord, next: SpokenWord): boolean =>
  (last.speaker ?? null) !== (next.speaker ?? null) ||
  SENTENCE_END.test(last.text.trim()) ||
  (last.endMs !== null && next.startMs !== null && next.startMs - last.endMs >= PAUSE_MS);
