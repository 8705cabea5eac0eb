/** Suggests the scriptures that a talk names or quotes. */
import { findScriptures, readVerseWords, type Segment, type VerseWords } from '../../../indexer/index.js';
import { TRANSLATIONS, versesOf } from '../../content/scriptures/bible.js';
import type { FoundScripture } from '../../content/suggestions/found-suggestions.js';

let verses: VerseWords | undefined;

/** The first is proposed as the key verse. */
export const suggestScriptures = ({ segments }: { segments: readonly Segment[] }): FoundScripture[] => {
  verses ??= readVerseWords(TRANSLATIONS.map(versesOf));
  return findScriptures(segments, verses).map((found, i) => ({ ...found, isKey: i === 0 }));
};
