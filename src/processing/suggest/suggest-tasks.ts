/** Makes the suggestions for a transcript, in a thread, with one producer per kind. */
import {
  excerptOf,
  findServiceParts,
  outlineOf,
  type KnownTopic,
  type Outline,
  type Segment,
  type ServicePart,
} from '../../../indexer/index.js';
import type { FoundSuggestions } from '../../content/suggestions/found-suggestions.js';
import { suggestChapters } from './suggest-chapters.js';
import { suggestDescriptions } from './suggest-descriptions.js';
import { suggestScriptures } from './suggest-scriptures.js';
import { suggestTopics } from './suggest-topics.js';
import type { SuggestSource, Written } from './suggest-source.js';

interface Talk {
  /** JSON of the segments. */
  segments: string;
  /** Whether it is a whole service rather than a single talk. */
  fullService: boolean;
}

export interface SuggestInput extends Talk {
  /** Vectors of the item's chunks; empty if they are not indexed. */
  embeddings: readonly Float32Array[];
  /** The account's topics. */
  topics: readonly KnownTopic[];
  written: Written | null;
}

export interface ExcerptInput extends Talk {
  maxLength: number;
}

const partsOf = (outline: Outline, fullService: boolean): ServicePart[] =>
  fullService ? findServiceParts(outline) : [];

export const suggestTasks = {
  suggest: ({ segments: json, embeddings, topics, fullService, written }: SuggestInput): FoundSuggestions => {
    const segments = JSON.parse(json) as Segment[];
    const outline = outlineOf({ segments, embeddings });
    const source: SuggestSource = { segments, outline, parts: partsOf(outline, fullService), written };
    return {
      scriptures: suggestScriptures(source),
      chapters: suggestChapters(source),
      descriptions: suggestDescriptions(source),
      topics: suggestTopics(source, topics),
    };
  },

  /** The text of a talk, or of the sermon of a whole service, shortened to excerpts if it is too long. */
  excerpt: ({ segments: json, fullService, maxLength }: ExcerptInput): string => {
    const outline = outlineOf({ segments: JSON.parse(json) as Segment[], embeddings: [] });
    const sermon = partsOf(outline, fullService).find(({ kind }) => kind === 'sermon');
    return excerptOf(outline, maxLength, sermon?.from, sermon?.to);
  },
};
