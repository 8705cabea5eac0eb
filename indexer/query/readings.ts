/** The possible readings of a query with mistyped words. */
import { withWords } from './syntax.js';
import { MAX_LIKELY, MIN_PROBABILITY, type Correction } from '../spelling/corrections.js';

/** A possible reading of a query, weighted in proportion to its probability. */
export interface Reading {
  text: string;
  /** ISO 639-1; that of the query if absent. */
  language?: string;
  weight: number;
}

/** The likeliest readings, likeliest first; a single one if every word is clear. */
export function readingsOf(text: string, unknown: readonly (Correction & { word: string })[]): Reading[] {
  let readings: Reading[] = [{ text, weight: 1 }];
  for (const { word, likely, asTyped, best } of unknown) {
    const meant = [...likely, ...(asTyped >= MIN_PROBABILITY ? [{ word, probability: asTyped }] : [])];
    const options = meant.length > 0 ? meant : [{ word: best ?? word, probability: 1 }];
    readings = readings
      .flatMap(({ text: before, weight }) =>
        options.map((option) => ({
          text: withWords(before, new Map([[word, option.word]])),
          weight: weight * option.probability,
        })),
      )
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_LIKELY);
  }
  return readings;
}
