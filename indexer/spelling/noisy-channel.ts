/**
 * Estimates how likely a word is typed in a given way: the noisy channel of Kernighan, Church and Gale, “A
 * Spelling Correction Program Based on a Noisy Channel Model” (1990). All keys are equally likely to be hit,
 * because keyboards differ.
 */
import { MAX_WORD } from '../text/fold.js';

/**
 * Number of kinds of typos: a missing letter, two swapped letters, a wrong letter, an extra letter. All are
 * equally likely, at any letter of the word.
 */
const KINDS = 4;
/** Number of letters that a wrong or extra letter may be. */
const LETTERS = 26;
/** First letters are mistyped half as often. */
const FIRST_LETTER = Math.log(2);
/** Maximum number of typos between words. */
const BAND = 2;

const WIDTH = MAX_WORD + 1;
/** Costs of prefixes; only the cells within the band are written. */
const costs = new Float64Array(WIDTH * WIDTH);

/** The natural logarithm of the probability that this number of letters is missing, the likeliest kind of typo. */
export const missingLetters = (missing: number, letters: number): number =>
  -missing * Math.log(KINDS * letters);

/**
 * The natural logarithm of the probability of the likeliest typos that turn a word into the typed one; 0 if they
 * are equal. Both are folded and at most two typos apart.
 */
export function typoLikelihood(word: string, typed: string): number {
  const n = Math.min(word.length, MAX_WORD);
  const m = Math.min(typed.length, MAX_WORD);
  const misplaced = Math.log(KINDS * n);
  const mistaken = misplaced + Math.log(LETTERS);
  for (let i = 0; i <= n; i++) {
    for (let j = Math.max(0, i - BAND); j <= Math.min(m, i + BAND); j++) {
      if (i + j === 0) continue;
      const at = i * WIDTH + j;
      let cost = Infinity;
      if (i > 0 && j > 0) {
        const isSame = word[i - 1] === typed[j - 1];
        cost = costs[at - WIDTH - 1]! + (isSame ? 0 : mistaken + (i === 1 ? FIRST_LETTER : 0));
      }
      if (i > 0 && j < i + BAND) {
        cost = Math.min(cost, costs[at - WIDTH]! + misplaced + (i === 1 ? FIRST_LETTER : 0));
      }
      if (j > 0 && j > i - BAND) {
        cost = Math.min(cost, costs[at - 1]! + mistaken + (i === 0 ? FIRST_LETTER : 0));
      }
      if (i > 1 && j > 1 && word[i - 1] === typed[j - 2] && word[i - 2] === typed[j - 1]) {
        cost = Math.min(cost, costs[at - 2 * WIDTH - 2]! + misplaced + (i === 2 ? FIRST_LETTER : 0));
      }
      costs[at] = cost;
    }
  }
  return Math.abs(n - m) > BAND ? -Infinity : -costs[n * WIDTH + m]!;
}
