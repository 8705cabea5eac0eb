/** The term-frequency part of BM25 as sparse vectors; the engine multiplies by the inverse document frequency. */
import { tokenize } from '../../text/analyze.js';

export interface SparseVector {
  indices: number[];
  values: number[];
}

const K1 = 1.2;
const B = 0.75;

/** A term's dimension: FNV-1a over its UTF-16 units, mixed once more. Of 100,000 terms about one pair collides. */
function dimensionOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / averageLength)) for every term (Robertson and Zaragoza 2009, eq.
 * 3.15).
 */
export function sparseDocument(text: string, averageLength: number): SparseVector {
  const tokens = tokenize(text);
  const counts = new Map<number, number>();
  for (const { term } of tokens) {
    const dimension = dimensionOf(term);
    counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  }
  const norm = K1 * (1 - B + (B * tokens.length) / averageLength);
  return {
    indices: [...counts.keys()],
    values: [...counts.values()].map((count) => (count * (K1 + 1)) / (count + norm)),
  };
}

export function sparseQuery(terms: readonly { term: string; weight: number }[]): SparseVector {
  const weights = new Map(terms.map(({ term, weight }) => [dimensionOf(term), weight]));
  return { indices: [...weights.keys()], values: [...weights.values()] };
}
