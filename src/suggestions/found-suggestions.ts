/** The suggestions that processing finds for an item, before they are compared with the item's own data. */
import type { DescriptionId } from '../content/items/suggested-descriptions.js';
import type { VerseRange } from '../../indexer/index.js';

/** The source of suggestions taken from the words of a transcript. */
export const FROM_TRANSCRIPT = 'transcript';

interface Found {
  /** 0 to 1, comparable within its kind. */
  score: number;
  /** Where in the recording it comes from, in ms; null without times. */
  startMs: number | null;
}

export interface ScriptureSuggestion extends VerseRange, Found {
  /** Whether it is suggested as the key verse. */
  isKey: boolean;
}

export interface FoundChapter extends Found {
  title: string;
  startMs: number;
}

export interface FoundDescription extends Found {
  id: DescriptionId;
  text: string;
  /** `transcript` if it was taken from the text, otherwise the model that wrote it. */
  source: string;
}

export interface FoundTopic extends Found {
  /** An existing topic of the account; null for a new one. */
  topicId: number | null;
  name: string;
  /** `transcript`, or the model that suggested it. */
  source: string;
}

/** Best first, except chapters, which are in order of time; without duplicates. */
export interface FoundSuggestions {
  scriptures: readonly ScriptureSuggestion[];
  chapters: readonly FoundChapter[];
  descriptions: readonly FoundDescription[];
  topics: readonly FoundTopic[];
}

/** The transcript from which suggestions are made. */
export interface SuggestionSource {
  contentHash: string;
  mediaAssetId: number | null;
}
