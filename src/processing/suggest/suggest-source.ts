/** What producers make suggestions from. */
import type { Outline, Segment, ServicePart } from '../../../indexer/index.js';

export interface SuggestSource {
  segments: readonly Segment[];
  outline: Outline;
  /** Of a whole service; empty of a single talk. */
  parts: readonly ServicePart[];
}
