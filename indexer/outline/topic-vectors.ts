/** Divides a talk into units of about a chunk's length, and computes a topic vector for each. */
import type { OutlineSentence } from './outline-text.js';
import type { TermWeights } from './term-weights.js';

/** Maximum number of units, because segmentation takes quadratic time; longer talks get longer units. */
const MAX_UNITS = 512;
/** Number of dimensions into which words are hashed. */
const WORD_DIMENSIONS = 256;
/** Weight of words relative to embeddings, and without embeddings; tuned on concatenated sermons and talks. */
const WORDS = 0.5;
const WORDS_ALONE = 1.6;

/** The first sentence of each unit: one chunk or, in long talks, several. */
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
 * A vector for each unit, from its words and from how its embeddings differ from those of the whole talk.
 *
 * @param embeddings of the chunks; empty if there are none
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

/** Multiplicative hashing (Knuth): the upper bits of the product are evenly distributed. */
const hash = (number: number): number => Math.imul(number + 1, 0x9e37_79b1) >>> 0;
const slot = (number: number): number => (hash(number) >>> 8) % WORD_DIMENSIONS;
const sign = (number: number): number => (hash(number) >>> 31 ? 1 : -1);

function scaled(vector: Float32Array, length: number): Float32Array {
  const norm = Math.hypot(...vector);
  return norm > 0 ? vector.map((value) => (value / norm) * length) : vector;
}
