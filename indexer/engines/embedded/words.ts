/** The words of an account in memory: as terms for BM25, and as written for spelling. */
import { fold, foldBackwards } from '../../text/fold.js';
import type { KnownWord, Vocabulary } from '../../ports.js';
import { isSpelled } from '../../spelling/word-list.js';
import type { Postings } from './postings.js';
import { grown } from './grown.js';
import { createSpelledWords } from './spelled-words.js';

export interface Words {
  /** Number of words, and of terms, of the dictionary that are known. */
  readonly known: number;
  readonly knownTerms: number;
  /** Takes the next word of the account's dictionary, whose numbers have no gaps. @param term its number */
  learn(word: string, term: number): void;
  /** Takes the next term of the dictionary. */
  learnTerm(term: string): void;
  /** The number of a word; undefined where the dictionary lacks it. */
  numberOf(word: string): number | undefined;
  /** Counts the word so many times more, in the item at this position. @returns the number of its term */
  add(number: number, position: number, times: number): number;
  /** Counts a word that was added once less, when its term is counted anew for the item at this position. */
  remove(number: number, position: number): void;
  /** The number of a term; undefined where no text has it. */
  termOf(term: string): number | undefined;
  /** The words of the items that pass, by position: 1 or 0. Counts are those of all items, removed ones included. */
  among(mask: Uint8Array): Omit<Vocabulary, 'isPartial'>;
  bytes(): number;
}

/** A text as the key of a map. */
const TEXT_BYTES = 90;
/** Items that are remembered of each word: the last that had it. */
const LAST_ITEMS = 4;

/** @param whole has the terms of each item */
export function createWords(whole: Postings): Words {
  const terms = new Map<string, number>();
  const numbers = new Map<string, number>();
  /** By number. */
  const texts: string[] = [];
  const spelled = createSpelledWords(texts);
  /** Built when a language with compounds is first searched. */
  const endings = createSpelledWords(texts, foldBackwards);
  /** Numbers of the words that are not written as they are folded, by folded word. */
  const unlike = new Map<string, number[]>();
  /** By number of a word. */
  let termOfWord = new Uint32Array(256);
  let counts = new Uint32Array(256);
  /** By number of a word: `LAST_ITEMS` positions plus one, the last first; 0 if there were fewer. */
  let lastItems = new Uint32Array(256 * LAST_ITEMS);
  let size = 0;

  const lastItemsOf = (number: number): Uint32Array =>
    lastItems.subarray(number * LAST_ITEMS, (number + 1) * LAST_ITEMS);

  /** The numbers of the words that are folded as this one is. */
  const likeWord = (word: string): number[] => {
    const folded = fold(word);
    if (!isSpelled(folded)) return [];
    const plain = fold(folded) === folded ? numbers.get(folded) : undefined;
    return [...(plain === undefined ? [] : [plain]), ...(unlike.get(folded) ?? [])];
  };

  return {
    get known() {
      return texts.length;
    },
    get knownTerms() {
      return terms.size;
    },
    learn: (word, term) => {
      const number = texts.push(word) - 1;
      numbers.set(word, number);
      if (number === counts.length) {
        termOfWord = grown(termOfWord);
        counts = grown(counts);
        lastItems = grown(lastItems);
      }
      termOfWord[number] = term;
      const folded = fold(word);
      if (folded !== word) unlike.set(folded, [...(unlike.get(folded) ?? []), number]);
    },
    learnTerm: (term) => void terms.set(term, terms.size),
    numberOf: (word) => numbers.get(word),
    add: (number, position, times) => {
      counts[number]! += times;
      size += times;
      const first = number * LAST_ITEMS;
      const mark = position + 1;
      // A loop, as this is done for each word of each item.
      let has = false;
      for (let at = first; at < first + LAST_ITEMS && !has; at++) has = lastItems[at] === mark;
      if (!has) {
        lastItems.copyWithin(first + 1, first, first + LAST_ITEMS - 1);
        lastItems[first] = mark;
      }
      return termOfWord[number]!;
    },
    remove: (number, position) => {
      counts[number]!--;
      size--;
      const last = lastItemsOf(number);
      if (counts[number] === 0) last.fill(0);
      // Another word of the term may be left: it is shown all the same.
      else if (!whole.some(termOfWord[number]!, (document) => document === position))
        last.set(last.map((item) => (item === position + 1 ? 0 : item)));
    },
    termOf: (term) => terms.get(term),
    among: (mask) => {
      const passes = (document: number): boolean => mask[document] === 1;
      const isShown = (number: number): boolean => whole.some(termOfWord[number]!, passes);
      /** Whether one of the items passes that had just this word, and not another of its term. */
      const isWritten = (number: number): boolean =>
        lastItemsOf(number).some((item) => item > 0 && passes(item - 1));
      const counted = (number: number) => ({ word: texts[number]!, count: counts[number]! });
      const mostFrequent = (found: number[], limit: number): KnownWord[] =>
        found
          .sort((a, b) => counts[b]! - counts[a]! || (texts[a]! < texts[b]! ? -1 : 1))
          .slice(0, 2 * limit)
          .filter(isShown)
          .slice(0, limit)
          .map(counted);
      return {
        size,
        has: (word) => likeWord(word).some(isShown),
        prepare: spelled.prepare,
        near: (word, typos) => spelled.near(word, typos).filter(isWritten).map(counted),
        startingWith: (prefix, limit) => mostFrequent(spelled.startingWith(prefix), limit),
        endingWith: async (suffix, limit) => {
          await endings.prepare();
          return mostFrequent(endings.startingWith(suffix), limit);
        },
      };
    },
    bytes: () =>
      (texts.length + terms.size + unlike.size) * TEXT_BYTES +
      termOfWord.byteLength * 2 +
      lastItems.byteLength +
      spelled.bytes() +
      endings.bytes(),
  };
}
