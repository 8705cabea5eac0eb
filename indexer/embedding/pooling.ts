/** Turns a model's output into one vector per text. */
import type { Pooling } from './model-defaults.js';

/**
 * Mean or CLS pooling of token vectors under the attention mask.
 * @param hidden [texts, tokens, dimensions]
 * @param mask [texts, tokens], 1 for a token, 0 for padding
 * @returns [texts, dimensions]
 */
export const pool = (
  hidden: Float32Array,
  mask: ArrayLike<number | bigint>,
  [texts, tokens, dimensions]: readonly [number, number, number],
  pooling: Pooling,
): Float32Array => {
  const out = new Float32Array(texts * dimensions);
  for (let text = 0; text < texts; text++) {
    const places: number[] = [];
    for (let token = 0; token < tokens; token++) if (Number(mask[text * tokens + token])) places.push(token);
    const used = pooling === 'mean' ? places : pooling === 'cls' ? places.slice(0, 1) : places.slice(-1);
    for (const token of used) {
      const from = (text * tokens + token) * dimensions;
      for (let d = 0; d < dimensions; d++) out[text * dimensions + d]! += hidden[from + d]! / used.length;
    }
  }
  return out;
};

/** Scales each vector to unit length, in place; zero vectors stay as they are. */
export const normalize = (vectors: Float32Array, dimensions: number): Float32Array => {
  for (let start = 0; start < vectors.length; start += dimensions) {
    let squares = 0;
    for (let d = start; d < start + dimensions; d++) squares += vectors[d]! * vectors[d]!;
    if (squares === 0) continue;
    const scale = 1 / Math.sqrt(squares);
    for (let d = start; d < start + dimensions; d++) vectors[d]! *= scale;
  }
  return vectors;
};
