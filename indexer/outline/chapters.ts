/** Suggests the chapters of a talk: where its topic changes, and what each is about. */
import { findBoundaries } from './boundaries.js';
import type { Outline } from './outline.js';
import { titlesOf } from './titles.js';

export interface OutlineChapter {
  title: string;
  /** The first sentence, by its position in the outline. */
  sentence: number;
  /** Where it begins; null in a transcript without times. */
  startMs: number | null;
}

/** Up to twelve chapters in order, the first of which begins with the first sentence; none of a short talk. */
export function findChapters(outline: Outline): OutlineChapter[] {
  const { sentences } = outline;
  const starts = findBoundaries(outline, 0, sentences.length);
  const ranges = starts.map((from, at) => ({ from, to: starts[at + 1] ?? sentences.length }));
  const titles = titlesOf(outline, ranges);
  return starts.flatMap((sentence, at) => {
    const title = titles[at];
    return title ? { title, sentence, startMs: sentences[sentence]!.startMs } : [];
  });
}
