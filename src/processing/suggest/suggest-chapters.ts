/** Suggests the chapters of a talk. */
import { findChapters } from '../../../indexer/index.js';
import type { FoundChapter } from '../../content/suggestions/found-suggestions.js';
import type { SuggestSource } from './suggest-source.js';

/** None of a transcript without times. */
export const suggestChapters = ({ outline, parts }: SuggestSource): FoundChapter[] =>
  findChapters(outline, parts).flatMap(({ title, startMs, score }) =>
    startMs === null ? [] : { title, startMs, score },
  );
