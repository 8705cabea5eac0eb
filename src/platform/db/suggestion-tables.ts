/** Types of the tables about what processing suggests. */
import type { Owned } from './table-parts.js';

/** A suggested topic or description, and what became of it: what was dismissed is not suggested again. */
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
  /** The moment it comes from. */
  startMs: number | null;
  /** `transcript` for sentences of it, else the model that wrote it. */
  source: string;
  /** Of the transcript that it was made from. */
  contentHash: string;
  entryDate: string;
}
