/** The words of an account in memory: as terms for BM25, and as written for spelling. */
import type { Token } from '../analyze.js';
import { fold, MAX_WORD } from '../fold.js';
import type { Vocabulary } from '../ports.js';
import { createTrie } from '../suggest/trie.js';
import type { Postings } from './postings.js';
import { grown } from './grown.js';
import type { Saved } from './saved.js';

export interface Words extends Saved {
  /** Counts the word once more, in the item at this position. @returns the number of its term */
  add(token: Pick<Token, 'word' | 'term'>, position: number): number;
  /** Counts a word that was added once less, when its term is counted anew for the item at this position. */
  remove(word: string, position: number): void;
  /** The number of a term; undefined where no text has it. */
  termOf(term: string): number | undefined;
  /** The words of the items that pass, by position: 1 or 0. Counts are those of all items, removed ones included. */
  among(mask: Uint8Array): Omit<Vocabulary, 'isPartial'>;
  bytes(): number;
}

/** In the order of their numbers; texts are joined, since an object each takes far longer to read. */
interface SavedWords {
  words: string;
  /** By word: the number of its term. */
  termOfWord: Uint32Array;
  /** The terms that no earlier word has. */
  terms: string;
  counts: Uint32Array;
  /** `LAST_ITEMS` of each word. */
  lastItems: Uint32Array;
}

/** In no word. */
const SEPARATOR = '\n';

/** Words that are saved together. */
const SAVED_WORDS = 5_000;
/** Two entries of maps with their texts. */
const WORD_BYTES = 180;
/** Shorter words are not corrected to. */
const MIN_LETTERS = 3;
const HAS_NUMBER = /\p{N}/u;
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

  const addWord = (word: string, termNumber: number): number => {
    const number = numbers.size;
    numbers.set(word, number);
    if (number === counts.length) {
      termOfWord = grown(termOfWord);
      counts = grown(counts);
      lastItems = grown(lastItems);
    }
    termOfWord[number] = termNumber;
    const folded = fold(word);
    if (folded.length >= MIN_LETTERS && folded.length <= MAX_WORD && !HAS_NUMBER.test(folded))
      (written[trie.add(folded)] ??= []).push(word);
    return number;
  };

  const lastItemsOf = (number: number): Uint32Array =>
    lastItems.subarray(number * LAST_ITEMS, (number + 1) * LAST_ITEMS);

  const numberOf = (term: string): number => {
    let number = terms.get(term);
    if (number === undefined) terms.set(term, (number = terms.size));
    return number;
  };

  return {
    add: (token, position) => {
      const number = numbers.get(token.word) ?? addWord(token.word, numberOf(token.term));
      counts[number]!++;
      size++;
      const last = lastItemsOf(number);
      if (!last.includes(position + 1)) {
        last.copyWithin(1, 0);
        last[0] = position + 1;
      }
      return termOfWord[number]!;
    },
    remove: (word, position) => {
      const number = numbers.get(word)!;
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
    *parts() {
      const [words, byNumber] = [[...numbers.keys()], [...terms.keys()]];
      let known = 0;
      for (let from = 0; from < words.length; from += SAVED_WORDS) {
        const to = Math.min(words.length, from + SAVED_WORDS);
        const own = termOfWord.slice(from, to);
        const before = known;
        // Terms have their numbers in the order of the words.
        for (const term of own) known = Math.max(known, term + 1);
        yield {
          words: words.slice(from, to).join(SEPARATOR),
          termOfWord: own,
          terms: byNumber.slice(before, known).join(SEPARATOR),
          counts: counts.slice(from, to),
          lastItems: lastItems.slice(from * LAST_ITEMS, to * LAST_ITEMS),
        } satisfies SavedWords;
      }
    },
    restore: (part) => {
      const saved = part as SavedWords;
      if (saved.terms !== '') for (const term of saved.terms.split(SEPARATOR)) terms.set(term, terms.size);
      const first = numbers.size;
      for (const [at, word] of saved.words.split(SEPARATOR).entries()) {
        const number = addWord(word, saved.termOfWord[at]!);
        counts[number] = saved.counts[at]!;
        size += saved.counts[at]!;
      }
      lastItems.set(saved.lastItems, first * LAST_ITEMS);
    },
    bytes: () => numbers.size * WORD_BYTES + termOfWord.byteLength * 2 + lastItems.byteLength + trie.bytes(),
  };
}
