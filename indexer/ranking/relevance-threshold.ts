/** Computes the cosine below which chunks are not results, on the scale of the embedding model. */
import type { Background } from '../embedding/background.js';
import { THRESHOLDS } from './weights.js';
import type { WordEvidence } from './word-evidence.js';

/** Minimum cosine of a chunk that is a result by meaning alone. */
export function relevanceThreshold(
  { inLibrary, known }: Pick<WordEvidence, 'inLibrary' | 'known'>,
  background: Background,
): number {
  const spreads =
    THRESHOLDS.inLibrary * inLibrary +
    THRESHOLDS.known * (known - inLibrary) +
    THRESHOLDS.unknown * (1 - known);
  return background.mean + spreads * background.spread;
}

/** The same for a search for the text of verses. */
export const versesThreshold = ({ mean, spread }: Background): number => mean + THRESHOLDS.verses * spread;
