/** The tables of suggestions: those of processing, the queue of all that wait, and decisions about them. */
import type { Generated } from 'kysely';
import type { Flag, Owned } from '../platform/db/table-parts.js';

/**
 * A suggested topic, description or correction, and whether it was accepted or dismissed. A dismissed one is not
 * suggested again.
 */
interface SuggestionTable extends Owned {
  itemId: number;
  kind: 'topic' | 'description' | 'shortDescription' | 'correction';
  status: 'waiting' | 'accepted' | 'dismissed';
  /** An existing topic; null for a new one and for other kinds. */
  topicId: number | null;
  /** The name of the topic, the description, or the words of a correction. */
  text: string;
  /** 0 to 1 */
  score: number;
  /** Where in the recording it comes from. */
  startMs: number | null;
  /** `transcript` if it was taken from the text, `correction`, or the model that wrote it. */
  source: string;
  /** Hash of the transcript that it was made from. */
  contentHash: string;
  /** The words that a correction replaces. */
  replaces: Generated<string | null>;
  /** How often the transcript has them. */
  occurrences: Generated<number | null>;
  /** The sentence with the first of them. */
  quote: Generated<string | null>;
  entryDate: string;
}

export const suggestionKinds = [
  'chapter',
  'scripture',
  'topic',
  'description',
  'shortDescription',
  'correction',
] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** A suggestion of any kind that waits for review. Triggers keep the table. */
interface WaitingSuggestionTable extends Owned {
  itemId: number;
  /** `collectionId`, `itemDate` and `needsEditor` are copied from the item. */
  collectionId: number;
  itemDate: string;
  /** 1 if the item is public or about to be, so that changes need an editor. */
  needsEditor: Flag;
  kind: SuggestionKind;
  /** Null for a scripture. */
  text: string | null;
  score: number | null;
  startMs: number | null;
  source: string | null;
  /** Only for chapters. */
  mediaAssetId: number | null;
  /** Only for topics that exist. */
  topicId: number | null;
  /** `book` to `keyVerse` are only for scriptures. */
  book: string | null;
  chapter: number | null;
  verseStart: number | null;
  verseEnd: number | null;
  keyVerse: Flag | null;
  /** `replaces`, `occurrences` and `quote` are only for corrections. */
  replaces: string | null;
  occurrences: number | null;
  quote: string | null;
}

/** The last decision about a suggestion, until it is undone. */
interface SuggestionDecisionTable extends Owned {
  itemId: number;
  /** Its id in the queue. */
  suggestionId: number;
  status: 'accepted' | 'dismissed';
  /** JSON of its row in the queue, as accepted. */
  suggestion: string;
  /** JSON of what the decision changed. */
  changes: string;
  entryDate: string;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    suggestion: SuggestionTable;
    waitingSuggestion: WaitingSuggestionTable;
    suggestionDecision: SuggestionDecisionTable;
  }
}
