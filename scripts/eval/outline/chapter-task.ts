/** How well suggested chapters start where the topic changes, compared with even spacing and TextTiling. */
import { findChapters, type Embedder, type Segment } from '../../../indexer/index.js';
import { table } from '../../../src/cli/output.js';
import { createRandom } from '../../random.js';
import type { TaskResult } from '../report.js';
import { glueTalks, type GluedTalk } from './glued-talks.js';
import { segmentationError, type SegmentationError } from './segmentation-metrics.js';
import { evenSpacing, textTiling } from './texttiling.js';

export const CHAPTERS = 'chapters';
const GLUED = 20;
const SEED = 'chapters';
/** Required: at most this share of the error of even spacing, which knows the true number of parts. */
const MAX_OF_EVEN = 0.6;

const METHODS: Readonly<Record<string, (talk: GluedTalk) => number[]>> = {
  'even spacing': ({ outline, truth }) => evenSpacing(outline.sentences.length, truth.length + 1),
  TextTiling: ({ outline }) => textTiling(outline.sentences.map(({ text }) => text)),
  chapters: ({ outline }) =>
    findChapters(outline)
      .slice(1)
      .map(({ sentence }) => sentence),
};

export async function chapterTask(
  libraries: Readonly<Record<string, readonly (readonly Segment[])[]>>,
  embedder: Embedder,
): Promise<TaskResult> {
  const rows: string[][] = [];
  const missed: string[] = [];
  const figures: Record<string, number> = {};
  for (const [library, talks] of Object.entries(libraries)) {
    const glued = await glueTalks(talks, GLUED, createRandom(`${SEED} ${library}`), embedder);
    const errors = Object.entries(METHODS).map(([name, method]) => ({ name, ...meanError(glued, method) }));
    for (const { name, parts, pk, windowDiff } of errors) {
      rows.push([library, name, parts.toFixed(1), pk.toFixed(3), windowDiff.toFixed(3)]);
      Object.assign(figures, {
        [`${library}, ${name}: Pk`]: pk,
        [`${library}, ${name}: WindowDiff`]: windowDiff,
      });
    }
    const [even, tiling, own] = errors;
    for (const metric of ['pk', 'windowDiff'] as const)
      if (own![metric] > Math.min(even![metric] * MAX_OF_EVEN, tiling![metric]))
        missed.push(`${CHAPTERS} of glued ${library}: ${metric} ${own![metric].toFixed(3)}`);
  }
  const details = table([`${CHAPTERS} of glued`, 'by', 'parts', 'Pk', 'WindowDiff'], rows);
  return {
    task: CHAPTERS,
    queries: GLUED * Object.keys(libraries).length,
    columns: {},
    figures,
    missed,
    details,
  };
}

function meanError(
  glued: readonly GluedTalk[],
  method: (talk: GluedTalk) => number[],
): SegmentationError & { parts: number } {
  const mean = { pk: 0, windowDiff: 0, parts: 0 };
  for (const talk of glued) {
    const found = method(talk);
    const { pk, windowDiff } = segmentationError(talk.outline.sentences.length, talk.truth, found);
    mean.pk += pk / glued.length;
    mean.windowDiff += windowDiff / glued.length;
    mean.parts += (found.length + 1) / glued.length;
  }
  return mean;
}
