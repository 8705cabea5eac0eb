/** Decides which chunks are too far from the query to be results, on the scale of the model that embedded them. */
import type { Background } from '../embedding/background.js';
import { THRESHOLDS } from './weights.js';
import type { WordEvidence } from './word-evidence.js';

/** The minimum cosine of a chunk that is a result by its meaning alone. */
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

/** The same where the text of verses is searched. */
export const versesThreshold = ({ mean, spread }: Background): number => mean + THRESHOLDS.verses * spread;
