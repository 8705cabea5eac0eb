/** What processing finds to suggest of an item, before it is compared with what the item has. */
import type { DescriptionId } from '../items/suggested-descriptions.js';
import type { Passage } from '../scriptures/passage.js';

/** The source of what is made of the words of a transcript. */
export const FROM_TRANSCRIPT = 'transcript';

interface Found {
  /** 0 to 1, comparable within its kind. */
  score: number;
  /** The moment it comes from, ms; null without times. */
  startMs: number | null;
}

export interface FoundScripture extends Passage, Found {
  /** Whether it is proposed as the key verse. */
  isKey: boolean;
}

export interface FoundChapter extends Found {
  title: string;
  startMs: number;
}

export interface FoundDescription extends Found {
  id: DescriptionId;
  text: string;
  /** `transcript` for sentences of it, else the model that wrote it. */
  source: string;
}

export interface FoundTopic extends Found {
  /** A topic of the account; null for a new one. */
  topicId: number | null;
  name: string;
  /** `transcript`, or the model that suggested it. */
  source: string;
}

/** Best first, but chapters in the order of their times; none twice. */
export interface FoundSuggestions {
  scriptures: readonly FoundScripture[];
  chapters: readonly FoundChapter[];
  descriptions: readonly FoundDescription[];
  topics: readonly FoundTopic[];
}

/** The transcript that suggestions are made from. */
export interface SuggestionSource {
  contentHash: string;
  mediaAssetId: number | null;
}
