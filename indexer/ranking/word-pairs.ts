/** Rewards passages that hold neighbouring words of the query side by side: BM25 counts words and knows no order. */
import type { PassageHit } from '../ports.js';
import type { Weights } from './weights.js';

/** Words so common that standing beside them says little. */
const COMMON = new Set(
  (
    'a all am an and are as at be been but by did do does for from had has have he her him his i if in into is it me my no not of on one or our ' +
    'she so such than that the their them then there these they this to us was we were what which who will with you your'
  ).split(' '),
);

/** The words of a lower-case text between single spaces, with a space at both ends. */
const plain = (text: string): string => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;

interface WordPair {
  words: readonly [string, string];
  /** As it stands in `plain` text. */
  plain: string;
  /** Nats. */
  worth: number;
}

/** Each pair of neighbouring words of a query, once. */
export function wordPairs(query: string, weights: Weights): WordPair[] {
  const words = plain(query.toLowerCase()).trim().split(' ');
  const pairs = new Map<string, WordPair>();
  for (let i = 1; i < words.length; i++) {
    const pair = [words[i - 1]!, words[i]!] as const;
    const rare = pair.filter((word) => !COMMON.has(word)).length;
    pairs.set(pair.join(' '), { words: pair, plain: ` ${pair.join(' ')} `, worth: weights.wordPairs[rare]! });
  }
  return [...pairs.values()];
}

/** The first `weights.pairedPassages` hits with the worth of their pairs added to their BM25, the others as they are; best first again. */
export function addWordPairs(hits: readonly PassageHit[], query: string, weights: Weights): PassageHit[] {
  const pairs = wordPairs(query, weights);
  if (pairs.length === 0) return [...hits];
  const scored = hits.map((hit, at) => {
    if (at >= weights.pairedPassages) return hit;
    const lower = hit.text.toLowerCase();
    // Most texts lack one of the two words: only the others are taken apart.
    const possible = pairs.filter(
      ({ words: [first, second] }) => lower.includes(first) && lower.includes(second),
    );
    if (possible.length === 0) return hit;
    const text = plain(lower);
    const worth = possible.reduce((sum, pair) => (text.includes(pair.plain) ? sum + pair.worth : sum), 0);
    return worth > 0 ? { ...hit, score: hit.score + worth } : hit;
  });
  return scored.sort((a, b) => b.score - a.score);
}
