/** The forms by which a query may name a speaker, series or topic. */
import { isStopWord } from '../text/analyze.js';
import { foldedWords } from '../text/fold.js';
import { HONORIFICS, NAME_SUFFIXES } from './lead-words.js';

export type NameType = 'speaker' | 'series' | 'topic';

export interface NameKey {
  /** Folded words, joined by spaces. */
  key: string;
  /** Whether it is a name inside a longer query as well. */
  isDistinct: boolean;
  /** Whether it is the whole name, not a surname or a title without its article. */
  isFull: boolean;
}

const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'der',
  'die',
  'das',
  'el',
  'la',
  'los',
  'las',
  'le',
  'les',
  'o',
  'os',
]);
/** Of a word that says something: "I Am" is a series, but seldom in a question. */
const MIN_LETTERS = 3;
/** Names of more words are not found by them. */
export const MAX_NAME_WORDS = 10;

/** Empty where a name has no words, or too many. */
export function nameKeys(type: NameType, name: string): NameKey[] {
  const words = foldedWords(name).map(({ folded }) => folded);
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return [];
  return type === 'speaker' ? speakerKeys(words) : titleKeys(words);
}

/** "The Church" is an ordinary phrase in a question; two words that say something are a name. */
function titleKeys(words: readonly string[]): NameKey[] {
  const telling = words.filter((word) => word.length >= MIN_LETTERS && !isStopWord(word)).length;
  const keys = [{ key: words.join(' '), isDistinct: telling > 1, isFull: true }];
  if (words.length > 1 && ARTICLES.has(words[0]!))
    keys.push({ key: words.slice(1).join(' '), isDistinct: telling > 1, isFull: false });
  return keys;
}

function speakerKeys(words: readonly string[]): NameKey[] {
  const forms = new Map<string, NameKey>();
  const add = (form: readonly string[], isFull: boolean): void => {
    const key = form.join(' ');
    if (!forms.has(key)) forms.set(key, { key, isDistinct: form.length > 1, isFull });
  };
  add(words, true);
  const own = withoutTitles(words);
  add(own, true);
  const surname = own.at(-1)!;
  const [first] = own;
  const initials = own.slice(0, -1);
  if (own.length > 2) add([first!, surname], true);
  if (initials.length > 1 && initials.every(isInitial)) add([initials.join(''), surname], true);
  if (own.length > 1) {
    add([initialOf(first!), surname], isInitial(first!));
    add([surname], false);
  }
  return [...forms.values()];
}

function withoutTitles(words: readonly string[]): readonly string[] {
  let [from, to] = [0, words.length];
  while (to - from > 1 && HONORIFICS.has(words[from]!)) from++;
  while (to - from > 1 && NAME_SUFFIXES.has(words[to - 1]!)) to--;
  return words.slice(from, to);
}

/** As in the key of everyone whose first name begins so: `c. spurgeon`, full where the name has no more than that. */
export const initialOf = (word: string): string => `${word[0]!}.`;

export const isInitial = (word: string): boolean => word.length === 1;
