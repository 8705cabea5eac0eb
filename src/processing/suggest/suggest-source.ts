/** The input from which suggestions are made. */
import type { Outline, Segment, ServicePart } from '../../../indexer/index.js';
import type { DescriptionId } from '../../content/items/suggested-descriptions.js';

/** What a model wrote about a talk: plain texts of the right length, but possibly off topic. */
export type Written = Partial<Record<DescriptionId, string>> & {
  /** Names of topics, existing or new. */
  topics: readonly string[];
  /** Name of the model. */
  source: string;
};

export interface SuggestSource {
  segments: readonly Segment[];
  outline: Outline;
  /** The parts of a whole service; empty for a single talk. */
  parts: readonly ServicePart[];
  written: Written | null;
}
