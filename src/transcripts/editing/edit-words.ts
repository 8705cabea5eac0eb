/** Changes the text of segments so that the words that stay keep their times: a new text, a text split in two, two joined. */
import { alignWords } from '../formats/segments/align-words.js';
import { cleanWords } from '../formats/segments/clean-words.js';
import type { TranscriptSegment } from '../formats/segments/transcript-segment.js';
import { untimedWords, withTimedWords, timedWords, type TimedWord } from '../formats/segments/word-times.js';

/**
 * The segment with another text.
 * @param text as `cleanWords` returns it
 * @param given times of its words; by default those of the words that stay
 */
export const withSegmentText = <S extends TranscriptSegment>(
  segment: S,
  text: string,
  given?: readonly TimedWord[],
): S => {
  const words = given ?? timedWords(segment);
  return withTimedWords({ ...segment, text }, words && alignWords(text, words));
};

/** The text of two segments as one, and their words. */
export const joinedText = <S extends TranscriptSegment>(first: S, second: S, text: string): S => {
  const words =
    first.words || second.words
      ? [first, second].flatMap((segment) => timedWords(segment) ?? untimedWords(segment.text))
      : undefined;
  return withTimedWords({ ...first, text }, words && alignWords(text, words));
};

interface SplitText {
  /** The texts before and after. */
  texts: [string, string];
  words: [TimedWord[], TimedWord[]] | undefined;
  /** When the first part ends, and when the second begins; null if the words do not say. */
  endMs: number | null;
  startMs: number | null;
}

/** @param at where to split the text as the caller sees it, in UTF-16 code units */
export const splitText = (segment: TranscriptSegment, raw: string, at: number): SplitText => {
  const texts: SplitText['texts'] = [cleanWords(raw.slice(0, at)), cleanWords(raw.slice(at))];
  const words = timedWords(segment);
  if (!words) return { texts, words, endMs: null, startMs: null };
  const [before, after] = splitWords(words, segment.text, texts[0].length);
  const startMs = after[0]?.startMs ?? before.at(-1)?.endMs ?? null;
  const endMs = before.at(-1)?.endMs ?? startMs;
  return {
    texts,
    words: [alignWords(texts[0], before), alignWords(texts[1], after)],
    startMs: startMs ?? between(before, after),
    endMs,
  };
};

/** A word that is split is two; its time is divided in proportion to their lengths. */
const splitWords = (
  words: readonly TimedWord[],
  text: string,
  at: number,
): [before: TimedWord[], after: TimedWord[]] => {
  let start = 0;
  for (const [i, word] of words.entries()) {
    if (text[start] === ' ') start++;
    if (start >= at) return [words.slice(0, i), words.slice(i)];
    const { length } = word.text;
    if (at < start + length) {
      const [first, second] = splitWord(word, at - start);
      return [
        [...words.slice(0, i), first],
        [second, ...words.slice(i + 1)],
      ];
    }
    start += length;
  }
  return [[...words], []];
};

const splitWord = ({ text, startMs, endMs }: TimedWord, at: number): [TimedWord, TimedWord] => {
  const middleMs =
    startMs === null || endMs === null ? null : Math.round(startMs + ((endMs - startMs) * at) / text.length);
  return [
    { text: text.slice(0, at), startMs, endMs: middleMs, confidence: null },
    { text: text.slice(at), startMs: middleMs, endMs, confidence: null },
  ];
};

/** The time between the nearest known ones, in proportion to the characters; null if one is missing. */
const between = (before: readonly TimedWord[], after: readonly TimedWord[]): number | null => {
  const last = before.findLastIndex(({ startMs, endMs }) => (endMs ?? startMs) !== null);
  const next = after.findIndex(({ startMs, endMs }) => (startMs ?? endMs) !== null);
  if (last < 0 || next < 0) return null;
  const fromMs = before[last]!.endMs ?? before[last]!.startMs!;
  const toMs = after[next]!.startMs ?? after[next]!.endMs!;
  const length = (words: readonly TimedWord[]): number =>
    words.reduce((sum, { text }) => sum + text.length, 0);
  const [head, tail] = [length(before.slice(last + 1)), length(after.slice(0, next))];
  return Math.round(fromMs + ((toMs - fromMs) * head) / Math.max(1, head + tail));
};
