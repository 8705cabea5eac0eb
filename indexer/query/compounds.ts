/** Splits of German compounds. */
import type { TranslatedWord } from '../ports.js';
import type { QueryEmbedder } from './query-embedder.js';

export const BUILDS_COMPOUNDS = 'de';
/** Minimum length of each part of a compound, in letters. */
export const MIN_PART = 4;
/** What may link the parts: "Zukunft-s-angst". */
export const LINKS = ['', 's', 'n', 'en', 'es'];

/** The possible pairs of parts; the one with the longest second part, which says what the compound is a kind of, comes first. */
export function splitsOf(word: string): [first: string, second: string][] {
  const splits: [first: string, second: string][] = [];
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++)
    for (const link of LINKS)
      if (word.slice(0, at).endsWith(link) && at - link.length >= MIN_PART)
        splits.push([word.slice(0, at - link.length), word.slice(at)]);
  return splits;
}

/** Two German words that together are the word, each with its nearest English one; undefined if none are known. */
export async function knownParts(
  word: string,
  queries: Pick<QueryEmbedder, 'english'>,
): Promise<{ parts: [string, string]; english: [TranslatedWord, TranslatedWord] } | undefined> {
  const splits = splitsOf(word);
  const english = await queries.english(splits.flat(), BUILDS_COMPOUNDS);
  for (const [at, parts] of splits.entries()) {
    const [first, second] = [english[2 * at]![0], english[2 * at + 1]![0]];
    if (first && second) return { parts, english: [first, second] };
  }
  return undefined;
}
