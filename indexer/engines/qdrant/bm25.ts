/**
 * BM25 as sparse vectors: those of texts have what a term's frequency adds, those of queries what its rarity in the
 * account does. Qdrant's own idf would count the texts of all accounts.
 */
import { tokenize } from '../../text/analyze.js';

export interface SparseVector {
  indices: number[];
  values: number[];
}

const K1 = 1.2;
const B = 0.75;

/** A term's dimension: FNV-1a over its UTF-16 units, mixed once more. Of 100,000 terms about one pair collides. */
export function dimensionOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** How often each dimension is in a text, and the number of its words. */
export function countDimensions(text: string): { counts: Map<number, number>; words: number } {
  const tokens = tokenize(text);
  const counts = new Map<number, number>();
  for (const { term } of tokens) {
    const dimension = dimensionOf(term);
    counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  }
  return { counts, words: tokens.length };
}

/**
 * tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / averageLength)) for every term (Robertson and Zaragoza 2009, eq.
 * 3.15).
 */
export function sparseDocument(text: string, averageLength: number): SparseVector {
  const { counts, words } = countDimensions(text);
  const norm = K1 * (1 - B + (B * words) / averageLength);
  return {
    indices: [...counts.keys()],
    values: [...counts.values()].map((count) => (count * (K1 + 1)) / (count + norm)),
  };
}

/** @param rarityOf the idf of a dimension */
export function sparseQuery(
  terms: readonly { term: string; weight: number }[],
  rarityOf: (dimension: number) => number,
): SparseVector {
  const weights = new Map(terms.map(({ term, weight }) => [dimensionOf(term), weight]));
  return {
    indices: [...weights.keys()],
    values: Array.from(weights, ([dimension, weight]) => weight * rarityOf(dimension)),
  };
}
