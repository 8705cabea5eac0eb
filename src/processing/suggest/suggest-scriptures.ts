/** Suggests the scriptures that a talk refers to. */
import { findReferences, verseCount, type Segment } from '../../../indexer/index.js';
import type { FoundScripture } from '../../content/suggestions/found-suggestions.js';

/** The most scriptures of an item. */
const MAX_SCRIPTURES = 20;

export const suggestScriptures = ({ segments }: { segments: readonly Segment[] }): FoundScripture[] => {
  const found = new Map<string, FoundScripture>();
  for (const { text, startMs } of segments)
    for (const { book, chapter, verseStart, verseEnd } of findReferences(text.slice(0, 1_000))) {
      const key = [book, chapter, verseStart, verseEnd].join('.');
      const known = found.get(key);
      if (known) known.score = (known.score + 1) / 2;
      else
        found.set(key, {
          ...{ book, chapter, verseStart: verseStart ?? 1, verseEnd: verseEnd ?? verseCount(book, chapter) },
          ...{ score: 0.5, startMs, isKey: false },
        });
    }
  const ranked = [...found.values()].sort((a, b) => b.score - a.score).slice(0, MAX_SCRIPTURES);
  return ranked.map((one, i) => ({ ...one, isKey: i === 0 }));
};
