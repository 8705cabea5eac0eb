/** Makes the suggestions of a transcript, in a thread: a producer a kind. */
import type { Segment } from '../../../indexer/index.js';
import type { FoundSuggestions } from '../../content/suggestions/found-suggestions.js';
import { suggestScriptures } from './suggest-scriptures.js';

export interface SuggestInput {
  /** JSON of the segments. */
  segments: string;
}

/** What producers make suggestions from. */
export interface SuggestSource {
  segments: readonly Segment[];
}

export const suggestTasks = {
  suggest: (input: SuggestInput): FoundSuggestions => {
    const source: SuggestSource = { segments: JSON.parse(input.segments) as Segment[] };
    return {
      scriptures: suggestScriptures(source),
      chapters: [],
      descriptions: [],
      topics: [],
    };
  },
};
