/** Weighs how typical each term of each sentence is: term frequency × inverse frequency among units of the talk. */
import { contentTerms } from '../text/analyze.js';
import type { OutlineSentence } from './outline-text.js';

/** Weights of a sentence's terms by term number. */
export type TermVector = ReadonlyMap<number, number>;

export interface TermWeights {
  /** One vector per sentence, of unit length or empty. */
  vectors: TermVector[];
  /** The number of a term; undefined if no sentence contains it. */
  numberOf(term: string): number | undefined;
  /**
   * For another text: the vector of its terms that occur in the sentences, and their share of its terms; 1 for a
   * text without terms.
   */
  vectorOf(text: string): { vector: TermVector; share: number };
  /** ln(units / units with the term), by term number. */
  idf: Float64Array;
  /** Number of sentences with the term, by term number. */
  sentencesWith: Int32Array;
}

/** @param units the first sentence of each unit that counts as a document; the first is 0 */
export function weightTerms(sentences: readonly OutlineSentence[], units: readonly number[]): TermWeights {
  const numbers = new Map<string, number>();
  const found = sentences.map(({ text }) => {
    const own: number[] = [];
    for (const term of contentTerms(text).keys()) {
      let number = numbers.get(term);
      if (number === undefined) numbers.set(term, (number = numbers.size));
      own.push(number);
    }
    return own;
  });
  const sentencesWith = new Int32Array(numbers.size);
  const unitsWith = new Int32Array(numbers.size);
  const lastUnit = new Int32Array(numbers.size).fill(-1);
  let unit = 0;
  found.forEach((own, at) => {
    while (units[unit + 1]! <= at) unit++;
    for (const number of own) {
      sentencesWith[number]!++;
      if (lastUnit[number] === unit) continue;
      lastUnit[number] = unit;
      unitsWith[number]!++;
    }
  });
  const idf = Float64Array.from(unitsWith, (count) => Math.log(units.length / count));
  return {
    // A term that occurs once does not show which sentences belong together.
    vectors: found.map((own) =>
      unitLength(
        own.filter((number) => sentencesWith[number]! > 1),
        idf,
      ),
    ),
    numberOf: (term) => numbers.get(term),
    vectorOf: (text) => {
      const terms = [...contentTerms(text).keys()];
      const own = terms.flatMap((term) => numbers.get(term) ?? []);
      const share = terms.length > 0 ? own.length / terms.length : 1;
      return { vector: unitLength(own, idf), share };
    },
    idf,
    sentencesWith,
  };
}

function unitLength(own: readonly number[], idf: Float64Array): TermVector {
  const length = Math.sqrt(own.reduce((sum, number) => sum + idf[number]! ** 2, 0));
  // A term in every unit has weight 0, but is kept.
  return new Map(own.map((number) => [number, length > 0 ? idf[number]! / length : 0]));
}

/** For sentences, which have unit length, this is the cosine. */
export function dotOf(one: TermVector, other: TermVector): number {
  let product = 0;
  for (const [number, weight] of one) product += weight * (other.get(number) ?? 0);
  return product;
}

/** The cosine of a sentence with a sum of sentences. */
export function similarity(sentence: TermVector, sum: Accumulated): number {
  const product = dotOf(sentence, sum.weights);
  return sum.square > 0 ? product / Math.sqrt(sum.square) : 0;
}

/** The cosine of two sums of sentences, 0 to 1. */
export function similarityOf(one: Accumulated, other: Accumulated): number {
  const product = dotOf(one.weights, other.weights);
  return product > 0 ? Math.min(1, product / Math.sqrt(one.square * other.square)) : 0;
}

export interface Accumulated {
  weights: Map<number, number>;
  /** The square of the length. */
  square: number;
}

/** Shorter sentences count as this many words, so that one heavy word is not enough. */
const LEAST_WORDS = 12;

/** The density of weighted terms in a sentence, independent of its length. */
export function termDensity(
  sentence: TermVector,
  words: number,
  weightOf: (number: number) => number,
): number {
  let sum = 0;
  for (const number of sentence.keys()) sum += weightOf(number);
  return sum / Math.sqrt(Math.max(LEAST_WORDS, words));
}

/** Sums the vectors of the sentences from `from` to before `to`. */
export function accumulate(vectors: readonly TermVector[], from: number, to: number): Accumulated {
  const weights = new Map<number, number>();
  for (let at = from; at < to; at++)
    for (const [number, weight] of vectors[at]!) weights.set(number, (weights.get(number) ?? 0) + weight);
  let square = 0;
  for (const weight of weights.values()) square += weight ** 2;
  return { weights, square };
}
