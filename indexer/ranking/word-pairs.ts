/** Rewards chunks with neighbouring words of the query side by side, since BM25 ignores word order. */
import { charClass, LETTER } from '../letters.js';
import type { ChunkHit } from '../ports.js';
import type { Weights } from './weights.js';

/** Words so common that a neighbour of theirs says little. */
const COMMON = new Set(
  (
    'a all am an and are as at be been but by did do does for from had has have he her him his i if in into is it me my no not of on one or our ' +
    'she so such than that the their them then there these they this to us was we were what which who will with you your'
  ).split(' '),
);

interface WordPair {
  first: string;
  second: string;
  /** Nats. */
  worth: number;
}

const isLetter = (text: string, at: number): boolean => charClass(text.charCodeAt(at)) === LETTER;

/** Whether the words are side by side in a lower-case text, ignoring punctuation between them. */
function areNeighbours(text: string, first: string, second: string): boolean {
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = at + first.length;
    if (at > 0 && isLetter(text, at - 1)) continue;
    let next = end;
    while (next < text.length && !isLetter(text, next)) next++;
    if (next === end || !text.startsWith(second, next)) continue;
    const after = next + second.length;
    if (after === text.length || !isLetter(text, after)) return true;
  }
  return false;
}

/** The distinct pairs of neighbouring words of a query. */
function wordPairs(query: string, weights: Weights): WordPair[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const pairs = new Map<string, WordPair>();
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1]!, words[i]!];
    const rare = [first, second].filter((word) => !COMMON.has(word)).length;
    pairs.set(`${first} ${second}`, { first, second, worth: weights.wordPairs[rare]! });
  }
  return [...pairs.values()];
}

/** Adds the worth of their pairs to the first `weights.pairedChunks` hits and sorts all of them again. */
export function addWordPairs(hits: readonly ChunkHit[], query: string, weights: Weights): ChunkHit[] {
  const pairs = wordPairs(query, weights);
  if (pairs.length === 0) return [...hits];
  const scored = hits.map((hit, at) => {
    if (at >= weights.pairedChunks) return hit;
    const lower = hit.text.toLowerCase();
    const worth = pairs.reduce(
      (sum, pair) => (areNeighbours(lower, pair.first, pair.second) ? sum + pair.worth : sum),
      0,
    );
    return worth > 0 ? { ...hit, score: hit.score + worth } : hit;
  });
  return scored.sort((a, b) => b.score - a.score);
}
