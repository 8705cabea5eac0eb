/** Splits the name of a file into words, and tells which gaps between them separate parts. */
import { fold } from '../../../indexer/index.js';

export interface NameWord {
  text: string;
  /** As `fold` returns it. */
  folded: string;
  /** Half-open range of UTF-16 offsets in the name. */
  start: number;
  end: number;
}

/**
 * `strong` always separates parts: ` - `, brackets, the ends of the name. `medium` separates words or parts: `_` in
 * a name without spaces. `weak` separates words only.
 */
export type GapStrength = 'strong' | 'medium' | 'weak';

export interface SplitName {
  text: string;
  words: NameWord[];
  /** The text before the word at this index, and after the last word. */
  gap(at: number): string;
  /** How strongly the gap before the word at this index separates; the ends are strong. */
  strength(at: number): GapStrength;
}

/** Limits in characters and words; the rest of a longer name is not read. */
const MAX_LENGTH = 300;
const MAX_WORDS = 48;
/** Letters or digits; a word ends where capitals begin: `JohnSmith`, `JSmith`, but not `AM`. */
const WORD = /\p{N}+|\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])|\p{Lu}*[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}+/gu;
const APOSTROPHE = /^['’]$/;
const ABBREVIATION = /^\p{L}{1,4}$/u;

const wordsOf = (text: string): NameWord[] => {
  const words: NameWord[] = [];
  for (const { 0: written, index } of text.matchAll(WORD)) {
    const before = words.at(-1);
    const isJoined = before && /\p{L}/u.test(written) && APOSTROPHE.test(text.slice(before.end, index));
    // "O'Connor" is one word.
    if (isJoined) words.pop();
    const start = isJoined ? before.start : index;
    const end = index + written.length;
    const whole = text.slice(start, end);
    words.push({ text: whole, folded: fold(whole), start, end });
  }
  return words;
};

export const splitName = (name: string): SplitName => {
  const text = name.slice(0, MAX_LENGTH).toWellFormed();
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const gap = (at: number): string => text.slice(words[at - 1]?.end ?? 0, words[at]?.start ?? text.length);
  const gaps = words.map((_, at) => gap(at));
  const inner = gaps.slice(1);
  const style = {
    hasSpaces: inner.some((each) => /\s/.test(each)),
    hasHyphens: inner.some((each, at) => each === '-' && isBetweenLetters(words, at + 1)),
  };
  const strengths = gaps.map((each, at) => {
    if (at === 0) return 'strong';
    // "Dr. Smith", "J. Smith"
    return /^\.\s$/.test(each) && ABBREVIATION.test(words[at - 1]!.text) ? 'weak' : strengthOf(each, style);
  });
  return { text, words, gap, strength: (at) => strengths[at] ?? 'strong' };
};

const isBetweenLetters = (words: readonly NameWord[], at: number): boolean =>
  /\p{L}$/u.test(words[at - 1]!.text) && /^\p{L}/u.test(words[at]!.text);

const strengthOf = (
  gap: string,
  { hasSpaces, hasHyphens }: { hasSpaces: boolean; hasHyphens: boolean },
): GapStrength => {
  if (/[–—|•·;:/()[\]{}~=]|\s-|-\s|--|__|_-|-_/u.test(gap)) return 'strong';
  if (gap.includes('_')) return hasSpaces || hasHyphens ? 'strong' : 'medium';
  if (/,|\.\s|\s{2}/.test(gap)) return 'medium';
  if (gap.includes('-')) return hasSpaces ? 'weak' : 'medium';
  return 'weak';
};
