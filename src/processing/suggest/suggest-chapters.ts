/** Suggests chapters for a talk. */
import { findChapters } from '../../../indexer/index.js';
import type { FoundChapter } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource } from './suggest-source.js';

/** A transcript without times gets none. */
export const suggestChapters = ({ outline, parts }: SuggestSource): FoundChapter[] =>
  findChapters(outline, parts).flatMap(({ title, startMs, score }) =>
    startMs === null ? [] : { title, startMs, score },
  );
