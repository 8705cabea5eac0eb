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

/** Lower-case words between single spaces, with a space at both ends. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Each pair of neighbouring words of a query as it stands in `plain` text, with its worth in nats. */
export function wordPairs(query: string, weights: Weights): Map<string, number> {
  const words = plain(query).trim().split(' ');
  const pairs = new Map<string, number>();
  for (let i = 1; i < words.length; i++) {
    const pair = [words[i - 1]!, words[i]!];
    const rare = pair.filter((word) => !COMMON.has(word)).length;
    pairs.set(` ${pair.join(' ')} `, weights.wordPairs[rare]!);
  }
  return pairs;
}

/** The first `weights.pairedPassages` hits with the worth of their pairs added to their BM25, the others as they are; best first again. */
export function addWordPairs(hits: readonly PassageHit[], query: string, weights: Weights): PassageHit[] {
  const pairs = [...wordPairs(query, weights)];
  if (pairs.length === 0) return [...hits];
  const scored = hits.map((hit, at) => {
    if (at >= weights.pairedPassages) return hit;
    const text = plain(hit.text);
    const worth = pairs.reduce((sum, [pair, value]) => (text.includes(pair) ? sum + value : sum), 0);
    return worth > 0 ? { ...hit, score: hit.score + worth } : hit;
  });
  return scored.sort((a, b) => b.score - a.score);
}
