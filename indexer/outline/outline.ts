/** What chapters, descriptions and topics of one talk are all read from. */
import type { Segment } from '../ports.js';
import { outlineSentences, type OutlineSentence } from './outline-text.js';
import { weightTerms, type TermWeights } from './term-weights.js';
import { unitStarts } from './topic-vectors.js';

export interface OutlineInput {
  segments: readonly Segment[];
  /** The embeddings of the chunks that `chunkSegments` makes of the segments; empty where there are none. */
  embeddings: readonly Float32Array[];
}

export interface Outline {
  sentences: OutlineSentence[];
  /** The first sentence of each stretch of about a chunk's length. */
  units: number[];
  terms: TermWeights;
  /** Of the chunks; empty where they are not of this transcript. */
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
