/** The segments of a transcript as the editor holds them. */
import type { Schemas } from '../../../client/index.js';

export type Operation = Schemas['TranscriptOperation'];

/** A word with a time or a confidence, by its place in the segment's text. */
export interface PlacedWord {
  start: number;
  end: number;
  startMs: number | null;
  endMs: number | null;
  confidence: number | null;
}

export interface EditorSegment {
  id: string;
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  heading: boolean;
  words: readonly PlacedWord[];
}

/** Speech recognition is often wrong about words of which it is less sure than this. */
const UNCERTAIN = 0.6;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether the server would refuse the segment: a heading may consist of signs, other segments need words. */
export const isEmpty = ({ text, heading }: Pick<EditorSegment, 'text' | 'heading'>): boolean =>
  heading ? text.trim() === '' : !hasWords(text);

export const readSegments = (segments: readonly Schemas['Segment'][]): EditorSegment[] =>
  segments.map(({ id, text, startMs, endMs, speaker, heading, words }) => ({
    id,
    text,
    startMs,
    endMs,
    speaker,
    heading,
    words: placedWords(text, words ?? []),
  }));

const placedWords = (text: string, words: readonly Schemas['Word'][]): PlacedWord[] => {
  let at = 0;
  return words.flatMap(({ text: word, startMs, endMs, confidence }) => {
    const start = text.indexOf(word, at);
    if (start < 0) return [];
    at = start + word.length;
    return [{ start, end: at, startMs, endMs, confidence }];
  });
};

/** The words that a change of the text leaves as they are, at their new places. */
export const keptWords = (
  words: readonly PlacedWord[],
  former: string,
  text: string,
): readonly PlacedWord[] => {
  if (words.length === 0) return words;
  const shorter = Math.min(former.length, text.length);
  let head = 0;
  while (head < shorter && former[head] === text[head]) head++;
  let tail = 0;
  while (tail < shorter - head && former.at(-1 - tail) === text.at(-1 - tail)) tail++;
  const moved = text.length - former.length;
  return words.flatMap((word) => {
    // A letter that was typed right beside a word makes another word of it.
    if (word.end <= head) return isLetter(text[word.end]) && !isLetter(former[word.end]) ? [] : [word];
    if (word.start < former.length - tail) return [];
    const start = word.start + moved;
    if (isLetter(text[start - 1]) && !isLetter(former[word.start - 1])) return [];
    return [{ ...word, start, end: word.end + moved }];
  });
};

const isLetter = (character: string | undefined): boolean =>
  character !== undefined && LETTER.test(character);

const uncertainOf = new WeakMap<readonly PlacedWord[], readonly PlacedWord[]>();

/** Found once for each list of words, because rows and tools ask with each key. */
export const uncertainWords = (words: readonly PlacedWord[]): readonly PlacedWord[] => {
  const known = uncertainOf.get(words);
  if (known) return known;
  const found = words.filter(({ confidence }) => confidence !== null && confidence < UNCERTAIN);
  uncertainOf.set(words, found);
  return found;
};

/** When the text at a place is said: by the word there, otherwise in proportion; null without times. */
export const timeAt = (segment: EditorSegment, at: number): number | null => {
  const word = segment.words.findLast(({ start, startMs }) => start <= at && startMs !== null);
  if (word) return word.startMs;
  const { startMs, endMs, text } = segment;
  if (startMs === null || endMs === null || text.length === 0) return startMs;
  return Math.round(startMs + ((endMs - startMs) * Math.min(at, text.length)) / text.length);
};

/** Index of the segment that is said at a time; -1 before the first one. */
export const segmentAt = (segments: readonly EditorSegment[], ms: number): number => {
  let [low, high] = [0, segments.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]!.startMs ?? 0) <= ms) low = middle + 1;
    else high = middle - 1;
  }
  return high;
};

/** Everybody who speaks, in the order in which they begin. */
export const speakersOf = (segments: readonly EditorSegment[]): string[] => [
  ...new Set(segments.flatMap(({ speaker }) => speaker ?? [])),
];
