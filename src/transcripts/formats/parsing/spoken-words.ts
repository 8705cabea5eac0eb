/** Reads words with times from JSON, and joins them into segments for files without sentences. */
import { propertyOf, msOf } from './json-value.js';
import { UNSPACED } from '../segments/clean-words.js';
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
    text: group
      .map(({ text }) => text.trim())
      .reduce((text, word) => text + (isGlued(text, word) ? '' : ' ') + word),
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

const UNSPACED_END = new RegExp(`${UNSPACED}$`, 'u');
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u');
const isGlued = (before: string, after: string): boolean =>
  UNSPACED_START.test(after) && UNSPACED_END.test(before.slice(-2));

/** A text is in pieces if it has this many, nearly all of them one word, none of which takes long to say. */
const MIN_PIECES = 5;
const PIECE_SHARE = 0.9;
const MAX_PIECE_MS = 2_500;
/** A word, or at most two characters where words have no spaces between them. */
const PIECE = new RegExp(`^\\s*(?:(?!${UNSPACED})\\S)*(?:${UNSPACED}{1,2}\\S?)?\\s*$`, 'u');
const MARKS = /^[^\p{L}\p{N}]+$/u;
const OPENING = /^[([{"“‘«¿¡–—-]/u;
const OPENED = /^[([{“‘«¿¡]$/u;

/**
 * Segments of the words in a text that has a piece for each word or part of one; null for any other text. If some pieces
 * begin with a space and others do not, those continue the word before.
 */
export const joinPieces = (pieces: readonly SpokenWord[]): SpokenSegment[] | null => {
  const spoken = pieces.filter(({ text }) => text.trim() !== '');
  const isPiece = ({ text, startMs, endMs }: SpokenWord): boolean =>
    startMs !== null && endMs !== null && endMs - startMs <= MAX_PIECE_MS && PIECE.test(text);
  if (spoken.length < MIN_PIECES || spoken.filter(isPiece).length < spoken.length * PIECE_SHARE) return null;
  const isSpaced = spoken.some(({ text }) => /^\s/.test(text));
  const words: SpokenWord[] = [];
  for (const piece of spoken) {
    const last = words.at(-1);
    const text = piece.text.trim();
    const isMark = MARKS.test(text) && !OPENING.test(text);
    if (last && (isSpaced ? !/^\s/.test(piece.text) : isMark || OPENED.test(last.text))) {
      last.text += text;
      last.endMs = piece.endMs ?? last.endMs;
    } else words.push({ ...piece, text });
  }
  return segmentsOfWords(words);
};

/** A segment whose values may have any type. */
export interface UnreadSegment {
  text: unknown;
  startMs: unknown;
  endMs: unknown;
  speaker?: unknown;
}

/** The segments of a file, joined into sentences if there is one for each word. */
export const inSentences = (segments: readonly UnreadSegment[]): readonly unknown[] =>
  joinPieces(
    segments.flatMap(({ text, startMs, endMs, speaker }) =>
      typeof text === 'string'
        ? [
            {
              text,
              startMs: msOf(startMs),
              endMs: msOf(endMs),
              confidence: null,
              speaker: typeof speaker === 'string' ? speaker : null,
            },
          ]
        : [],
    ),
  ) ?? segments;
