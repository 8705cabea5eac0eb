/** The words of an account in memory: as terms for BM25, and as written for spelling. */
import { fold } from '../../text/fold.js';
import type { Vocabulary } from '../../ports.js';
import { isSpelled } from '../../spelling/word-list.js';
import { createTrie } from '../../spelling/trie.js';
import type { Postings } from './postings.js';
import { grown } from './grown.js';

export interface Words {
  /** Number of words of the dictionary that are known. */
  readonly known: number;
  /** Takes the next word of the account's dictionary, whose numbers have no gaps. */
  learn(word: string, term: string): void;
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

/** Two entries of maps with their texts. */
const WORD_BYTES = 180;
/** Items that are remembered of each word: the last that had it. */
const LAST_ITEMS = 4;

/** @param whole has the terms of each item */
export function createWords(whole: Postings): Words {
  const terms = new Map<string, number>();
  /** By word: its number. */
  const numbers = new Map<string, number>();
  /** By number of a word. */
  let termOfWord = new Uint32Array(1_024);
  let counts = new Uint32Array(1_024);
  /** By number of a word: `LAST_ITEMS` positions plus one, the last first; 0 if there were fewer. */
  let lastItems = new Uint32Array(1_024 * LAST_ITEMS);
  let size = 0;
  const trie = createTrie();
  /** By number in the trie, where words are folded: the words. */
  const written: string[][] = [];

  const addWord = (word: string, termNumber: number): void => {
    const number = numbers.size;
    numbers.set(word, number);
    if (number === counts.length) {
      termOfWord = grown(termOfWord);
      counts = grown(counts);
      lastItems = grown(lastItems);
    }
    termOfWord[number] = termNumber;
    const folded = fold(word);
    if (isSpelled(folded)) (written[trie.add(folded)] ??= []).push(word);
  };

  const lastItemsOf = (number: number): Uint32Array =>
    lastItems.subarray(number * LAST_ITEMS, (number + 1) * LAST_ITEMS);

  return {
    get known() {
      return numbers.size;
    },
    learn: (word, term) => {
      let termNumber = terms.get(term);
      if (termNumber === undefined) terms.set(term, (termNumber = terms.size));
      addWord(word, termNumber);
    },
    numberOf: (word) => numbers.get(word),
    add: (number, position, times) => {
      counts[number]! += times;
      size += times;
      const first = number * LAST_ITEMS;
      const mark = position + 1;
      // A loop, as this is done for each word of each passage.
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
      return {
        size,
        has: (word) =>
          trie
            .near(fold(word), 0)
            .some((found) => written[found.word]!.some((one) => isShown(numbers.get(one)!))),
        near: (word, typos) =>
          trie.near(fold(word), typos).flatMap((found) =>
            written[found.word]!.flatMap((one) => {
              const number = numbers.get(one)!;
              return isWritten(number) ? [{ word: one, count: counts[number]! }] : [];
            }),
          ),
        startingWith: (prefix, limit) =>
          trie
            .find(fold(prefix), 0)
            .flatMap(({ word }) =>
              written[word]!.map((one) => ({ word: one, count: counts[numbers.get(one)!]! })),
            )
            .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
            .slice(0, 2 * limit)
            .filter(({ word }) => isShown(numbers.get(word)!))
            .slice(0, limit),
      };
    },
    bytes: () => numbers.size * WORD_BYTES + termOfWord.byteLength * 2 + lastItems.byteLength + trie.bytes(),
  };
}
