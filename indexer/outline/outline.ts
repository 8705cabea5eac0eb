/** The shared input for finding chapters, descriptions and topics of a talk. */
import type { Segment } from '../ports.js';
import { outlineSentences, type OutlineSentence } from './outline-text.js';
import { weightTerms, type TermWeights } from './term-weights.js';
import { unitStarts } from './topic-vectors.js';

export interface OutlineInput {
  segments: readonly Segment[];
  /** Embeddings of the chunks that `chunkSegments` makes of the segments; empty if there are none. */
  embeddings: readonly Float32Array[];
}

export interface Outline {
  sentences: OutlineSentence[];
  /** The first sentence of each unit of about a chunk's length. */
  units: number[];
  terms: TermWeights;
  /** Embeddings of the chunks; empty if they do not belong to this transcript. */
  embeddings: readonly Float32Array[];
}

export function outlineOf({ segments, embeddings }: OutlineInput): Outline {
  const sentences = outlineSentences(segments);
  const units = unitStarts(sentences);
  const chunks = (sentences.at(-1)?.chunk ?? -1) + 1;
  return {
    sentences,
    units,
    terms: weightTerms(sentences, units),
    embeddings: embeddings.length === chunks ? embeddings : [],
  };
}
