/** Baselines for chapters: even spacing, and TextTiling (Hearst, 1997) with block comparison. */
import { analyzeQuery } from '../../../indexer/index.js';

/** Words per token sequence and sequences per block, as in the paper. */
const SEQUENCE_WORDS = 20;
const BLOCK_SEQUENCES = 10;

type Counts = Map<string, number>;

/** Parts with equal numbers of sentences. */
export const evenSpacing = (length: number, parts: number): number[] =>
  Array.from({ length: parts - 1 }, (_, at) => Math.round(((at + 1) * length) / parts));

/** @returns indexes of the sentences with which parts begin, without the first part */
export function textTiling(sentences: readonly string[]): number[] {
  const words = sentences.flatMap((text, sentence) =>
    analyzeQuery(text).terms.map((term) => ({ term, sentence })),
  );
  const count = Math.floor(words.length / SEQUENCE_WORDS);
  const sequences = Array.from({ length: count }, (_, at) =>
    countsOf(words.slice(at * SEQUENCE_WORDS, (at + 1) * SEQUENCE_WORDS).map(({ term }) => term)),
  );
  const scores = Array.from({ length: Math.max(0, count - 1) }, (_, gap) => {
    const left = sequences.slice(Math.max(0, gap + 1 - BLOCK_SEQUENCES), gap + 1);
    return cosine(sum(left), sum(sequences.slice(gap + 1, gap + 1 + BLOCK_SEQUENCES)));
  });
  const depths = depthsOf(smoothed(scores));
  const mean = depths.reduce((total, depth) => total + depth, 0) / depths.length;
  const deviation = Math.sqrt(
    depths.reduce((total, depth) => total + (depth - mean) ** 2, 0) / depths.length,
  );
  // The paper's conservative cutoff.
  const cuts = depths.flatMap((depth, gap) =>
    depth > mean + deviation / 2 && depth >= (depths[gap - 1] ?? 0) && depth > (depths[gap + 1] ?? 0)
      ? words[(gap + 1) * SEQUENCE_WORDS]!.sentence
      : [],
  );
  return [...new Set(cuts)];
}

function countsOf(terms: readonly string[]): Counts {
  const counts: Counts = new Map();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const sum = (all: readonly Counts[]): Counts =>
  countsOf(all.flatMap((counts) => [...counts].flatMap(([term, count]) => Array<string>(count).fill(term))));

function cosine(left: Counts, right: Counts): number {
  let product = 0;
  for (const [term, count] of left) product += count * (right.get(term) ?? 0);
  const square = (counts: Counts): number =>
    [...counts.values()].reduce((total, count) => total + count ** 2, 0);
  return product === 0 ? 0 : product / Math.sqrt(square(left) * square(right));
}

const smoothed = (scores: readonly number[]): number[] =>
  scores.map((_, at) => {
    const near = scores.slice(Math.max(0, at - 1), at + 2);
    return near.reduce((total, score) => total + score, 0) / near.length;
  });

/** How far each score is below the nearest peaks on both sides. */
function depthsOf(scores: readonly number[]): number[] {
  return scores.map((score, at) => {
    let [left, right] = [at, at];
    while (left > 0 && scores[left - 1]! >= scores[left]!) left--;
    while (right < scores.length - 1 && scores[right + 1]! >= scores[right]!) right++;
    return scores[left]! + scores[right]! - 2 * score;
  });
}
