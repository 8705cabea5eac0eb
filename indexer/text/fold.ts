/** Folds words for suggestions: lower case, without accents and apostrophes, not stemmed. */
import { PLAIN_LETTERS } from './letters.js';

export interface FoldedWord {
  folded: string;
  /** Half-open range of UTF-16 offsets in the text. */
  start: number;
  end: number;
}

/** Only this many characters of longer words are compared. */
export const MAX_WORD = 40;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu;
const PLAIN = /^[a-z0-9]*$/;
const LETTERS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, ς: 'σ' };

/** Folds each character separately: folding a text is the same as folding its characters and joining them. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => LETTERS[letter]!);
}

/** The words of a text in order. "God's" is one word, `gods`. */
export function foldedWords(text: string): FoldedWord[] {
  const words: FoldedWord[] = [];
  for (const { 0: written, index: start } of text.matchAll(WORD)) {
    const folded = fold(written).slice(0, MAX_WORD);
    if (folded) words.push({ folded, start, end: start + written.length });
  }
  return words;
}

/** The folded text from its end to its beginning: words with the same ending begin alike. */
export const foldBackwards = (text: string): string => Array.from(fold(text)).reverse().join('');
