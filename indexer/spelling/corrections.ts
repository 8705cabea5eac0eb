/** Finds the likeliest corrections of a word, among the words of the library and those that the model knows. */
import { fold, MAX_WORD } from '../text/fold.js';
import type { Vocabulary } from '../ports.js';
import type { Dictionary } from './dictionary.js';

export interface Correction {
  /** Corrections, likeliest first: at most `MAX_LIKELY`, none below `MIN_PROBABILITY`. */
  likely: { word: string; probability: number }[];
  /** Probability that the word is correct as typed. */
  asTyped: number;
  /** The replacement for the unknown word; null if the word is more likely correct. */
  best: string | null;
  /** Whether `best` is more likely than all alternatives together. */
  isSure: boolean;
}

/** Shorter words may be abbreviations, so they may have at most one typo: a missing letter. */
const MIN_LETTERS = 4;
/**
 * Maximum share of a word among the words of queries: these name things, and rarely contain mistyped function
 * words.
 */
const MAX_SHARE = 0.0005;
/** Probability that a word of a query comes from the library's texts rather than the model's vocabulary. */
const LIBRARY_SHARE = 0.7;
/** Queries contain longer words than texts: the logarithm by which each letter makes a word more likely. */
const PER_LETTER = 0.4;
/**
 * Logarithm of the probability that a word is unknown but correct: a name, another language, nonsense. It falls
 * with each letter, because fewer long words than short ones are near a known word by chance.
 */
const UNKNOWN = -8;
const UNKNOWN_PER_LETTER = -2.6;
const MOST_LETTERS = 12;
/** How often an inflection that occurs in no text is meant, relative to its stem. */
const INFLECTED = 0.05;
/** Less likely corrections are not searched. */
export const MIN_PROBABILITY = 0.1;
export const MAX_LIKELY = 3;
const SURE = 0.5;

/** @param typos 1 or 2: searching for words with two typos takes nearly a millisecond */
export function correctionsOf(
  word: string,
  vocabulary: Vocabulary,
  dictionary: Dictionary | null,
  typos: number,
): Correction {
  const typed = fold(word);
  const isShort = typed.length < MIN_LETTERS;
  const shareOf = (known: string, count: number): number =>
    (LIBRARY_SHARE * count) / Math.max(1, vocabulary.size) +
    (1 - LIBRARY_SHARE) * (dictionary?.shareOf(known) ?? 0);
  const within = (limit: number): { word: string; odds: number }[] => {
    const counts = new Map(dictionary?.near(word, limit).map((near) => [near, 0]));
    for (const near of vocabulary.near(word, limit)) counts.set(near.word, near.count);
    const scored = [...counts].flatMap(([other, count]) => {
      const folded = fold(other);
      if (folded.length <= (isShort ? typed.length : 2)) return [];
      const typing = typoLikelihood(folded, typed) + PER_LETTER * (folded.length - typed.length);
      return { word: other, odds: Math.min(MAX_SHARE, shareOf(other, count)) * Math.exp(typing) };
    });
    return scored.sort((a, b) => b.odds - a.odds || (a.word < b.word ? -1 : 1));
  };
  const stems = stemsOf(word).map((stem) => {
    const counts = vocabulary.near(stem, 0).map(({ count }) => count);
    return shareOf(stem, Math.max(0, ...counts));
  });
  const right =
    Math.exp(UNKNOWN + UNKNOWN_PER_LETTER * Math.min(MOST_LETTERS, typed.length)) +
    INFLECTED * Math.max(0, ...stems);
  let ranked = within(1);
  const mostWithTwo = MAX_SHARE * Math.exp(missingLetters(2, typed.length + 2) + 2 * PER_LETTER);
  if (typos > 1 && !isShort && (ranked[0]?.odds ?? 0) < mostWithTwo) ranked = within(2);
  const all = ranked.reduce((sum, { odds }) => sum + odds, right);
  const [best] = ranked;
  return {
    likely: ranked
      .slice(0, MAX_LIKELY)
      .map(({ word: other, odds }) => ({ word: other, probability: odds / all }))
      .filter(({ probability }) => probability >= MIN_PROBABILITY),
    asTyped: right / all,
    best: best && best.odds > right ? best.word : null,
    isSure: best !== undefined && best.odds >= SURE * all,
  };
}

const MIN_STEM = 3;
const ENDING = /^(.+?)(?:ed|ing|ers?)$/;
/**
 * Stems that cannot precede an ending unchanged: "run" and "plan" double their last letter, and those in "e" or
 * "s" change too.
 */
const NEVER_BEFORE_ENDING = /(?:^[^aeiou]*[aeiou][^aeiouwxy]|e|[^s]s)$/;

/** Words of which this may be an inflection: "hoping" of "hope", "sinners" of "sin", but "siners" only of "sine". */
export function stemsOf(word: string): string[] {
  const stems: string[] = [];
  if (/(?:[aeiou]y|[^sxzhy]|[^cs]h)s$/.test(word)) stems.push(word.slice(0, -1));
  if (/(?:[sxzo]|[cs]h)es$/.test(word)) stems.push(word.slice(0, -2));
  if (/ie[sd]$/.test(word)) stems.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('ly')) stems.push(word.slice(0, -2));
  const stem = ENDING.exec(word)?.[1];
  if (stem !== undefined) {
    if (stem.at(-1) === stem.at(-2)) stems.push(stem.slice(0, -1));
    if (!/[aeiou]$/.test(stem)) stems.push(`${stem}e`);
    if (!NEVER_BEFORE_ENDING.test(stem)) stems.push(stem);
  }
  return stems.filter((one) => one.length >= MIN_STEM);
}

// How likely a word is typed in a given way: the noisy channel of Kernighan, Church and Gale, “A Spelling Correction
// Program Based on a Noisy Channel Model” (1990). All keys are equally likely to be hit, because keyboards differ.

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
const missingLetters = (missing: number, letters: number): number => -missing * Math.log(KINDS * letters);

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
