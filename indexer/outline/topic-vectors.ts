/** Stretches of about a chunk's length, and vectors of what each is about. */
import type { OutlineSentence } from './outline-text.js';
import type { TermWeights } from './term-weights.js';

/** Longer talks have longer stretches: segmentation takes the square of their number. */
const MAX_UNITS = 512;
/** Dimensions that words are hashed to. */
const WORD_DIMENSIONS = 256;
/** Weight of the words beside the embeddings, and without any: chosen on glued sermons and talks. */
const WORDS = 0.5;
const WORDS_ALONE = 1.6;

/** The first sentence of each unit: chunks, or several where there are too many. */
export function unitStarts(sentences: readonly OutlineSentence[]): number[] {
  const chunks = (sentences.at(-1)?.chunk ?? -1) + 1;
  const chunksPerUnit = Math.ceil(chunks / MAX_UNITS);
  const starts: number[] = [];
  let unit = -1;
  sentences.forEach(({ chunk }, at) => {
    const own = Math.floor(chunk / chunksPerUnit);
    if (own === unit) return;
    unit = own;
    starts.push(at);
  });
  return starts;
}

/**
 * A vector for each unit: what its embeddings have beside those of the whole talk, and its words.
 *
 * @param embeddings of the chunks; empty where there are none
 */
export function unitVectors(
  sentences: readonly OutlineSentence[],
  units: readonly number[],
  { vectors: terms }: TermWeights,
  embeddings: readonly Float32Array[],
): Float32Array[] {
  const dimensions = embeddings[0]?.length ?? 0;
  const mean = new Float32Array(dimensions);
  for (const vector of embeddings)
    for (let i = 0; i < dimensions; i++) mean[i]! += vector[i]! / embeddings.length;
  return units.map((first, unit) => {
    const end = units[unit + 1] ?? sentences.length;
    const embedding = new Float32Array(dimensions);
    if (dimensions > 0)
      for (let chunk = sentences[first]!.chunk; chunk <= sentences[end - 1]!.chunk; chunk++)
        for (let i = 0; i < dimensions; i++) embedding[i]! += embeddings[chunk]![i]! - mean[i]!;
    const words = new Float32Array(WORD_DIMENSIONS);
    for (let at = first; at < end; at++)
      for (const [number, weight] of terms[at]!) words[slot(number)]! += sign(number) * weight;
    const result = new Float32Array(dimensions + WORD_DIMENSIONS);
    result.set(scaled(embedding, 1));
    result.set(scaled(words, dimensions > 0 ? WORDS : WORDS_ALONE), dimensions);
    return result;
  });
}

/** Multiplicative hashing (Knuth): the upper bits of the product are spread evenly. */
const hash = (number: number): number => Math.imul(number + 1, 0x9e37_79b1) >>> 0;
const slot = (number: number): number => (hash(number) >>> 8) % WORD_DIMENSIONS;
const sign = (number: number): number => (hash(number) >>> 31 ? 1 : -1);

function scaled(vector: Float32Array, length: number): Float32Array {
  const norm = Math.hypot(...vector);
  return norm > 0 ? vector.map((value) => (value / norm) * length) : vector;
}
