/** Boosts chunks in which neighbouring words of the query are adjacent, because BM25 ignores word order. */
import { charClass, LETTER } from '../text/letters.js';
import type { ChunkHit } from '../ports.js';
import type { Weights } from './weights.js';

interface WordPair {
  first: string;
  second: string;
}

const isLetter = (text: string, at: number): boolean => charClass(text.charCodeAt(at)) === LETTER;

/** Whether the words are adjacent in a lower-case text, ignoring punctuation between them. */
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
function wordPairs(query: string): WordPair[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const pairs = new Map<string, WordPair>();
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1]!, words[i]!];
    pairs.set(`${first} ${second}`, { first, second });
  }
  return [...pairs.values()];
}

/**
 * Adds the value of word pairs to the scores of the first `weights.pairedChunks` hits and sorts all hits again. A
 * pair is worth its rarity among these hits, `ln(hits / hits with the pair)`: nothing if all contain it ("there
 * is").
 */
export function addWordPairs(hits: readonly ChunkHit[], query: string, weights: Weights): ChunkHit[] {
  const pairs = wordPairs(query);
  if (pairs.length === 0) return [...hits];
  const texts = hits.slice(0, weights.pairedChunks).map((hit) => hit.text.toLowerCase());
  const added = new Float64Array(hits.length);
  for (const { first, second } of pairs) {
    const having = texts.flatMap((text, at) => (areNeighbours(text, first, second) ? at : []));
    const worth = weights.wordPairs * Math.log(texts.length / Math.max(1, having.length));
    for (const at of having) added[at]! += worth;
  }
  return hits
    .map((hit, at) => (added[at]! > 0 ? { ...hit, score: hit.score + added[at]! } : hit))
    .sort((a, b) => b.score - a.score);
}
