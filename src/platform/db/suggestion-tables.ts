/** Types of the tables for suggestions made by processing. */
import type { Owned } from './table-parts.js';

/**
 * A suggested topic or description, and whether it was accepted or dismissed. A dismissed one is not suggested
 * again.
 */
export interface SuggestionTable extends Owned {
  itemId: number;
  kind: 'topic' | 'description' | 'shortDescription';
  status: 'waiting' | 'accepted' | 'dismissed';
  /** An existing topic; null for a new one and for descriptions. */
  topicId: number | null;
  /** The name of the topic, or the description. */
  text: string;
  /** 0 to 1 */
  score: number;
  /** Where in the recording it comes from. */
  startMs: number | null;
  /** `transcript` if it was taken from the text, otherwise the model that wrote it. */
  source: string;
  /** Hash of the transcript that it was made from. */
  contentHash: string;
  entryDate: string;
}
