/** Edit distance between a typed word and the words of which it may be a prefix. */
import { MAX_WORD } from '../text/fold.js';

interface TypedMatch {
  /** Optimal string alignment distance to the nearest prefix of the word; a transposition counts as one. */
  typos: number;
  /** Whether the whole word is as near as the nearest prefix. */
  whole: boolean;
  /** Length of that prefix; the longest in case of a tie. */
  length: number;
}

/** Number of typos allowed in a word: 1 from four letters, 2 from eight, none in numbers. */
export function allowedTypos(typed: string): number {
  if (/\p{N}/u.test(typed)) return 0;
  return typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
}

const FAR = 200;
const WIDTH = MAX_WORD + 1;

/**
 * The distance table for one typed word, filled letter by letter: row i contains the distances of a word's first
 * i letters to each prefix of the typed word. Only cells that can be at most `limit` are computed; the others
 * remain FAR.
 */
export function distanceRows(typed: string, limit: number) {
  const letters = typed.slice(0, MAX_WORD);
  const n = letters.length;
  const cells = new Uint8Array((MAX_WORD + 1) * WIDTH).fill(FAR);
  for (let j = 0; j <= Math.min(n, limit); j++) cells[j] = j;
  for (let i = 1; i <= Math.min(MAX_WORD, limit); i++) cells[i * WIDTH] = i;

  /**
   * Fills row i for a word whose i-th letter is `letter`, after `before`.
   * @returns the minimum of the row
   */
  const fill = (i: number, letter: number, before: number): number => {
    let least = i <= limit ? i : FAR;
    const here = i * WIDTH;
    const above = here - WIDTH;
    for (let j = Math.max(1, i - limit); j <= Math.min(n, i + limit); j++) {
      const own = letters.charCodeAt(j - 1);
      let cost = cells[above + j - 1]! + (own === letter ? 0 : 1);
      cost = Math.min(cost, cells[above + j]! + 1, cells[here + j - 1]! + 1);
      if (i > 1 && j > 1 && own === before && letters.charCodeAt(j - 2) === letter)
        cost = Math.min(cost, cells[above - WIDTH + j - 2]! + 1);
      cells[here + j] = Math.min(cost, FAR);
      if (cost < least) least = cost;
    }
    return least;
  };

  return {
    fill,
    /** Distance of the word's first i letters to the whole typed word. */
    whole: (i: number): number => cells[i * WIDTH + n]!,
  };
}

/** Matches `typed` against `word`, both folded; undefined if that takes more than `limit` typos. */
export function matchTyped(typed: string, word: string, limit: number): TypedMatch | undefined {
  const rows = distanceRows(typed, limit);
  const letters = Math.min(word.length, MAX_WORD);
  let typos = FAR;
  let length = 0;
  for (let i = 1; i <= letters; i++) {
    if (rows.fill(i, word.charCodeAt(i - 1), i > 1 ? word.charCodeAt(i - 2) : 0) > limit) break;
    if (rows.whole(i) <= typos) {
      typos = rows.whole(i);
      length = i;
    }
  }
  return typos > limit ? undefined : { typos, whole: length === letters, length };
}
