/** Learns from examples, for each embedding model, to tell queries for errands from those for what talks are about. */
import type { Embedder } from '../ports.js';
import { ENGLISH } from '../text/language.js';
import { ERRANDS, MATTERS } from './example-queries.js';
import { distributionOf } from './background.js';
import { dot } from './vectors.js';

/** From the vector of a query: about 1 for an errand, −1 for a matter of talks, whatever the scale of the model. */
export type Contrast = (vector: Float32Array) => number;

/** Bandwidth of the densities, in standard deviations of the cosines between errands and matters. */
const BANDWIDTH = 0.8;

/**
 * The difference of the logarithms of two kernel densities, scaled so that the examples, each without its own kernel,
 * have the means 1 and −1. Always 0 if the examples of one kind differ more than the two kinds.
 */
export function contrastOf(errands: readonly Float32Array[], matters: readonly Float32Array[]): Contrast {
  const between = errands.flatMap((errand) => matters.map((matter) => dot(errand, matter)));
  const width = BANDWIDTH * distributionOf(between).spread;
  if (!(width > 0)) return () => 0;
  const density = (vector: Float32Array, examples: readonly Float32Array[]): number => {
    let sum = 0;
    for (const example of examples)
      if (example !== vector) sum += Math.exp((dot(example, vector) - 1) / width);
    return Math.log(Math.max(Number.MIN_VALUE, sum / examples.length));
  };
  const difference = (vector: Float32Array): number => density(vector, errands) - density(vector, matters);
  const ofErrands = distributionOf(errands.map(difference));
  const ofMatters = distributionOf(matters.map(difference));
  const middle = (ofErrands.mean + ofMatters.mean) / 2;
  const half = ofErrands.mean - middle;
  if (!((2 * half) ** 2 > (ofErrands.spread ** 2 + ofMatters.spread ** 2) / 2)) return () => 0;
  return (vector) => (difference(vector) - middle) / half;
}

/**
 * @param language of the queries, ISO 639-1; English examples stand for languages without any
 * @throws {EmbedderUnavailableError}
 */
export async function measureContrast(
  embedder: Pick<Embedder, 'embedQuery'>,
  language: string,
): Promise<Contrast> {
  const embedded = (examples: Readonly<Record<string, readonly string[]>>): Promise<Float32Array[]> =>
    Promise.all(
      (examples[language] ?? examples[ENGLISH]!).map((query) => embedder.embedQuery(query, language)),
    );
  return contrastOf(await embedded(ERRANDS), await embedded(MATTERS));
}
