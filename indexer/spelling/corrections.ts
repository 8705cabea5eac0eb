/** What a word is most likely meant to be, of the words of the library and those that the model knows. */
import { fold } from '../fold.js';
import type { Vocabulary } from '../ports.js';
import type { Dictionary } from './dictionary.js';
import { missingLetters, typoLikelihood } from './noisy-channel.js';

export interface Correction {
  /** Words to search by, likeliest first. */
  likely: { word: string; probability: number }[];
  /** The word in place of the unknown one; null if that is more likely right. */
  best: string | null;
}

/** Shorter words may be abbreviations: they have one typo at most, a missing letter. */
const MIN_LETTERS = 4;
/** Share of the words of queries that any word has at most: they name things, and seldom have function words mistyped. */
const MAX_SHARE = 0.0005;
/** Share of the words of queries that the library's texts stand for, against the model's vocabulary. */
const LIBRARY_SHARE = 0.7;
/**
 * Logarithm of the probability that a word is neither mistyped nor known: a name, another language, nonsense. Each letter
 * makes it less likely, as fewer long words than short ones are near a known word by chance.
 */
const UNKNOWN = -10.5;
const UNKNOWN_PER_LETTER = -2;
const MOST_LETTERS = 12;
/** Probability from which a keyword search looks for a word. */
const MIN_PROBABILITY = 0.4;

/** @param typos 1 or 2: looking for words with two takes most of a millisecond */
export function correctionsOf(
  word: string,
  vocabulary: Vocabulary,
  dictionary: Dictionary | null,
  typos: number,
): Correction {
  const typed = fold(word);
  const unknown = Math.exp(UNKNOWN + UNKNOWN_PER_LETTER * Math.min(MOST_LETTERS, typed.length));
  const isShort = typed.length < MIN_LETTERS;
  const within = (limit: number): { word: string; odds: number }[] => {
    const counts = new Map(dictionary?.near(word, limit).map((near) => [near, 0]));
    for (const near of vocabulary.near(word, limit)) counts.set(near.word, near.count);
    const scored = [...counts].flatMap(([other, count]) => {
      const folded = fold(other);
      if (folded.length <= (isShort ? typed.length : 2)) return [];
      const meant =
        (LIBRARY_SHARE * count) / Math.max(1, vocabulary.size) +
        (1 - LIBRARY_SHARE) * (dictionary?.shareOf(other) ?? 0);
      return { word: other, odds: Math.min(MAX_SHARE, meant) * Math.exp(typoLikelihood(folded, typed)) };
    });
    return scored.sort((a, b) => b.odds - a.odds || (a.word < b.word ? -1 : 1));
  };
  let ranked = within(1);
  const mostWithTwo = MAX_SHARE * Math.exp(missingLetters(2, typed.length + 2));
  if (typos > 1 && !isShort && (ranked[0]?.odds ?? 0) < mostWithTwo) ranked = within(2);
  const all = ranked.reduce((sum, { odds }) => sum + odds, unknown);
  const [best] = ranked;
  return {
    likely: ranked
      .map(({ word: other, odds }) => ({ word: other, probability: odds / all }))
      .filter(({ probability }) => probability >= MIN_PROBABILITY),
    best: best && best.odds > unknown ? best.word : null,
  };
}
