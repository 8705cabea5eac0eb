/** Highlights what was typed in a suggestion. */
import type { OffsetRange } from '../text/analyze.js';
import { fold, foldedWords, type FoldedWord } from '../text/fold.js';
import { MAX_QUERY_WORDS } from './autocomplete-index.js';
import { allowedTypos, matchTyped } from '../spelling/typos.js';

/** Half-open ranges of UTF-16 offsets, in order and without overlap: the typed letters of each best-matching word. */
export function highlightTyped(text: string, query: string): OffsetRange[] {
  const words = foldedWords(text);
  const ends = new Map<FoldedWord, number>();
  for (const { folded: typed } of foldedWords(query).slice(0, MAX_QUERY_WORDS)) {
    const matches = words.map((word) => matchTyped(typed, word.folded, allowedTypos(typed)));
    const fewest = Math.min(...matches.map((match) => match?.typos ?? Infinity));
    words.forEach((word, at) => {
      const match = matches[at];
      if (match?.typos !== fewest) return;
      const end = word.start + writtenLength(text.slice(word.start, word.end), match.length);
      ends.set(word, Math.max(end, ends.get(word) ?? 0));
    });
  }
  return words.flatMap((word) => {
    const end = ends.get(word);
    return end === undefined ? [] : [[word.start, end] as OffsetRange];
  });
}

/**
 * Number of UTF-16 units of a word that fold to its first `letters` folded letters, with combining marks that follow.
 */
function writtenLength(written: string, letters: number): number {
  let length = 0;
  let folded = 0;
  for (const character of written) {
    const own = fold(character).length;
    if (folded >= letters && own > 0) return length;
    folded += own;
    length += character.length;
  }
  return length;
}
