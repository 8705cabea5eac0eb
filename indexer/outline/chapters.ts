/** Suggests the chapters of a talk: where its topic changes, and a title for each part. */
import { findBoundaries, MAX_CHAPTERS } from './boundaries.js';
import type { Outline } from './outline.js';
import type { ServicePart } from './service-parts.js';
import { accumulate, similarityOf } from './term-weights.js';
import { openingWords, titlesOf, type SentenceRange } from './titles.js';

export interface OutlineChapter {
  title: string;
  /** The index of its first sentence in the outline. */
  sentence: number;
  /** Start time in ms; null for a transcript without times. */
  startMs: number | null;
  /** How much its words differ from those of the previous chapter (for the first one, of the next), 0 to 1. */
  score: number;
}

/** In a service with more parts, only the sermon is divided. */
const MAX_PARTS = 7;
const LABELS = { welcome: 'Welcome', songs: 'Song', notices: 'Notices', sermon: '' } as const;
const MAX_TITLE_WORDS = 8;

/**
 * Up to twelve chapters in order, starting with the first sentence; empty for a short talk.
 *
 * @param parts of a whole service: each is a chapter, and the sermon is divided further
 */
export function findChapters(outline: Outline, parts: readonly ServicePart[] = []): OutlineChapter[] {
  const { sentences } = outline;
  const kept = parts.length <= MAX_PARTS ? parts : parts.filter(({ kind }) => kind === 'sermon');
  const starts =
    kept.length === 0
      ? findBoundaries(outline, 0, sentences.length)
      : kept.flatMap(({ kind, from, to }) => {
          const found =
            kind === 'sermon' ? findBoundaries(outline, from, to, MAX_CHAPTERS - kept.length) : [];
          return found.length > 0 ? found : [from];
        });
  if (starts.length > 0) starts[0] = 0;
  const ranges = starts.map((from, at) => ({ from, to: starts[at + 1] ?? sentences.length }));
  const titles = titlesOf(outline, ranges);
  const scores = scoresOf(outline, ranges);
  return starts.flatMap((sentence, at) => {
    const label = LABELS[kept.find(({ from }) => from === sentence)?.kind ?? 'sermon'];
    // A part of a service is always a chapter, even without a title of its own.
    const own = titles[at] ?? (label === '' ? null : openingWords(sentences[sentence]!.text));
    const title = own ? labelled(label, own) : null;
    return title ? { title, sentence, startMs: sentences[sentence]!.startMs, score: scores[at]! } : [];
  });
}

/** "Notices: the Church Picnic", if there is room. */
const labelled = (label: string, title: string): string =>
  label !== '' && title.split(' ').length <= MAX_TITLE_WORDS ? `${label}: ${title}` : title;

function scoresOf({ terms: { vectors } }: Outline, ranges: readonly SentenceRange[]): number[] {
  const sums = ranges.map(({ from, to }) => accumulate(vectors, from, to));
  return sums.map((sum, at) => {
    const neighbour = sums[at - 1] ?? sums[at + 1];
    return neighbour ? 1 - similarityOf(sum, neighbour) : 0;
  });
}
