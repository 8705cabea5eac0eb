/** Reads the times of words in captions with time stamps between them: `One <00:01.200>two`. */
import { parseTime } from '../segments/times.js';
import { untimedWords, wordsWithin, type TimedWord } from '../segments/word-times.js';

/** Stops at the next `<`. */
const STAMP = /<((?:\d{1,3}:)?\d{1,3}:\d{2}[.,]\d{1,9})>/;

interface CueTimes {
  startMs: number | null;
  endMs: number | null;
}

/**
 * Reads the pieces of a cue in order. A stamp is the start of the words after it and the end of those before it. What
 * begins with the cue has no stamp.
 * @param plain removes other markup
 * @returns a function that returns the words of a piece; undefined before the first stamp
 */
export const createStampReader = (
  { startMs, endMs: lastMs }: CueTimes,
  plain: (piece: string) => string,
): ((piece: string) => TimedWord[] | undefined) => {
  let last: TimedWord | undefined;
  let isStamped = false;
  return (piece) => {
    if (!STAMP.test(piece)) {
      const words = isStamped ? untimedWords(plain(piece)) : undefined;
      last = words?.at(-1) ?? last;
      return words;
    }
    const words: TimedWord[] = [];
    let clock: number | null = null;
    piece.split(STAMP).forEach((part, i) => {
      if (i % 2 === 1) {
        clock = within(parseTime(part));
        if (last) last.endMs ??= clock;
        return;
      }
      words.push(...wordsWithin(plain(part), { startMs: clock, endMs: null, confidence: null }));
      last = words.at(-1) ?? last;
    });
    isStamped = true;
    return words;
  };

  /** A line that is shown repeatedly has the stamps of only one time. */
  function within(ms: number | null): number | null {
    return ms !== null && ms >= (startMs ?? 0) && ms <= (lastMs ?? Infinity) ? ms : null;
  }
};

/**
 * Words last until the next one begins, and the last one until the end of the caption, in formats that have only starts.
 * Changes the words.
 */
export const fillEnds = (words: readonly TimedWord[], endMs: number | null): void => {
  words.forEach((word, i) => {
    if (word.startMs === null) return;
    const next = words[i + 1];
    word.endMs ??= next ? next.startMs : endMs;
  });
};
