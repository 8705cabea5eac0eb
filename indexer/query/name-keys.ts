/** The keys under which a speaker, series or topic is found in queries. */
import { isStopWord } from '../text/analyze.js';
import { foldedWords } from '../text/fold.js';
import { ARTICLES, HONORIFICS, NAME_SUFFIXES } from './lead-words.js';

export type NameType = 'speaker' | 'series' | 'topic';

export interface NameKey {
  /** Folded words, separated by spaces. */
  key: string;
  /** Whether it also counts as a name inside a longer query. */
  isDistinct: boolean;
  /** Whether it is the whole name, rather than a surname or a title without its article. */
  isFull: boolean;
}

/** Minimum length of a distinctive word: "I Am" is a series, but rarely meant as one in a question. */
const MIN_LETTERS = 3;
/** Between the parts of a hyphenated name. */
const HYPHEN = /^[-‐‑–]$/;
/** Names with more words cannot be found. */
export const MAX_NAME_WORDS = 10;

/** Empty if the name has no words, or too many. */
export function nameKeys(type: NameType, name: string): NameKey[] {
  const found = foldedWords(name);
  const words = found.map(({ folded }) => folded);
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return [];
  if (type !== 'speaker') return titleKeys(words);
  const isHyphenated = (at: number): boolean =>
    HYPHEN.test(name.slice(found[at - 1]?.end ?? 0, found[at]!.start));
  return speakerKeys(words, isHyphenated);
}

/** "The Church" is an ordinary phrase in a question; a title with two distinctive words is a name. */
function titleKeys(words: readonly string[]): NameKey[] {
  const telling = words.filter((word) => word.length >= MIN_LETTERS && !isStopWord(word)).length;
  const keys = [{ key: words.join(' '), isDistinct: telling > 1, isFull: true }];
  if (words.length > 1 && ARTICLES.has(words[0]!))
    keys.push({ key: words.slice(1).join(' '), isDistinct: telling > 1, isFull: false });
  return keys;
}

/** @param isHyphenated whether a hyphen joins the word at this index to the one before */
function speakerKeys(words: readonly string[], isHyphenated: (at: number) => boolean): NameKey[] {
  const forms = new Map<string, NameKey>();
  const add = (form: readonly string[], isFull: boolean): void => {
    const key = form.join(' ');
    if (!forms.has(key)) forms.set(key, { key, isDistinct: form.length > 1, isFull });
  };
  add(words, true);
  let [from, to] = [0, words.length];
  while (to - from > 1 && HONORIFICS.has(words[from]!)) from++;
  while (to - from > 1 && NAME_SUFFIXES.has(words[to - 1]!)) to--;
  add(words.slice(from, to), true);
  const first = words[from]!;
  let start = to - 1;
  while (start > from && isHyphenated(start)) start--;
  const given = words.slice(from, start);
  const surnames = words.slice(start, to);
  const isWhole = surnames.length === 1;
  if (!isWhole) add(surnames, false);
  // Miriam O'Connell and Miriam Achterberg for Miriam O'Connell-Achterberg.
  for (const surname of surnames) {
    add([...given, surname], isWhole);
    if (given.length > 1) add([first, surname], isWhole);
    if (given.length > 1 && given.every(isInitial)) add([given.join(''), surname], isWhole);
    if (given.length > 0) add([initialOf(first), surname], isInitial(first));
    add([surname], false);
  }
  return [...forms.values()];
}

/** The initial as used in keys: `c. spurgeon` finds everyone whose first name begins with c. */
export const initialOf = (word: string): string => `${word[0]!}.`;

export const isInitial = (word: string): boolean => word.length === 1;
