/** What producers make suggestions from. */
import type { Outline, Segment } from '../../../indexer/index.js';

export interface SuggestSource {
  segments: readonly Segment[];
  outline: Outline;
}
