/** Makes the suggestions of a transcript, in a thread: a producer a kind. */
import { findServiceParts, outlineOf, type KnownTopic, type Segment } from '../../../indexer/index.js';
import type { FoundSuggestions } from '../../content/suggestions/found-suggestions.js';
import { suggestChapters } from './suggest-chapters.js';
import { suggestDescriptions } from './suggest-descriptions.js';
import { suggestScriptures } from './suggest-scriptures.js';
import { suggestTopics } from './suggest-topics.js';
import type { SuggestSource } from './suggest-source.js';

export interface SuggestInput {
  /** JSON of the segments. */
  segments: string;
  /** Of the item's chunks; empty where they are not indexed. */
  embeddings: readonly Float32Array[];
  /** Of the account. */
  topics: readonly KnownTopic[];
  /** Whether it is a whole service rather than a single talk. */
  fullService: boolean;
}

export const suggestTasks = {
  suggest: ({ segments: json, embeddings, topics, fullService }: SuggestInput): FoundSuggestions => {
    const segments = JSON.parse(json) as Segment[];
    const outline = outlineOf({ segments, embeddings });
    const source: SuggestSource = { segments, outline, parts: fullService ? findServiceParts(outline) : [] };
    return {
      scriptures: suggestScriptures(source),
      chapters: suggestChapters(source),
      descriptions: suggestDescriptions(source),
      topics: suggestTopics(source, topics),
    };
  },
};
