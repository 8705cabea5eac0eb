/** Suggests the chapters of a talk: where its topic changes, and what each is about. */
import { findBoundaries } from './boundaries.js';
import type { Outline } from './outline.js';
import { accumulate, similarityOf } from './term-weights.js';
import { titlesOf, type Range } from './titles.js';

export interface OutlineChapter {
  title: string;
  /** The first sentence, by its position in the outline. */
  sentence: number;
  /** Where it begins; null in a transcript without times. */
  startMs: number | null;
  /** How much its words differ from those of the chapter before, or of the next for the first, 0 to 1. */
  score: number;
}

/** Up to twelve chapters in order, the first of which begins with the first sentence; none of a short talk. */
export function findChapters(outline: Outline): OutlineChapter[] {
  const { sentences } = outline;
  const starts = findBoundaries(outline, 0, sentences.length);
  const ranges = starts.map((from, at) => ({ from, to: starts[at + 1] ?? sentences.length }));
  const titles = titlesOf(outline, ranges);
  const scores = scoresOf(outline, ranges);
  return starts.flatMap((sentence, at) => {
    const title = titles[at];
    return title ? { title, sentence, startMs: sentences[sentence]!.startMs, score: scores[at]! } : [];
  });
}

function scoresOf({ terms: { vectors } }: Outline, ranges: readonly Range[]): number[] {
  const sums = ranges.map(({ from, to }) => accumulate(vectors, from, to));
  return sums.map((sum, at) => {
    const neighbour = sums[at - 1] ?? sums[at + 1];
    return neighbour ? 1 - similarityOf(sum, neighbour) : 0;
  });
}
