/** What producers make suggestions from. */
import type { Outline, Segment, ServicePart } from '../../../indexer/index.js';
import type { DescriptionId } from '../../content/items/suggested-descriptions.js';

/** What a model wrote of a talk: plain texts of the right length, which may be of anything. */
export type Written = Partial<Record<DescriptionId, string>> & {
  /** Names, of the account's topics or others. */
  topics: readonly string[];
  /** The model. */
  source: string;
};

export interface SuggestSource {
  segments: readonly Segment[];
  outline: Outline;
  /** Of a whole service; empty of a single talk. */
  parts: readonly ServicePart[];
  written: Written | null;
}
