/** The words of an account in memory: as terms for BM25, and as written for spelling. */
import type { Token } from '../analyze.js';
import { fold, MAX_WORD } from '../fold.js';
import type { Vocabulary } from '../ports.js';
import { createTrie } from '../suggest/trie.js';
import type { Postings } from './postings.js';
import type { Saved } from './saved.js';

export interface Words extends Saved {
  /** Counts the word once more. @returns the number of its term */
  add(token: Pick<Token, 'word' | 'term'>): number;
  /** The number of a term; undefined where no text has it. */
  termOf(term: string): number | undefined;
  /** The words of the items that pass, by position: 1 or 0. Counts are those of all items, removed ones included. */
  among(mask: Uint8Array): Vocabulary;
  bytes(): number;
}

/** In the order of their numbers. */
interface SavedWords {
  words: (Pick<Token, 'word' | 'term'> & { count: number })[];
}

/** Words that are saved together. */
const SAVED_WORDS = 5_000;
/** Two entries of maps with their texts. */
const WORD_BYTES = 180;
/** Shorter words are not corrected to. */
const MIN_LETTERS = 3;
const HAS_NUMBER = /\p{N}/u;

/** @param whole has the terms of each item */
export function createWords(whole: Postings): Words {
  const terms = new Map<string, number>();
  /** By word: its number. */
  const numbers = new Map<string, number>();
  /** By number of a word. */
  let termOfWord = new Uint32Array(1_024);
  let counts = new Uint32Array(1_024);
  const trie = createTrie();
  /** By number in the trie, where words are folded: the words. */
  const written: string[][] = [];

  const addWord = ({ word, term }: Pick<Token, 'word' | 'term'>): number => {
    const number = numbers.size;
    numbers.set(word, number);
    if (number === counts.length) {
      termOfWord = grown(termOfWord);
      counts = grown(counts);
    }
    let termNumber = terms.get(term);
    if (termNumber === undefined) terms.set(term, (termNumber = terms.size));
    termOfWord[number] = termNumber;
    const folded = fold(word);
    if (folded.length >= MIN_LETTERS && folded.length <= MAX_WORD && !HAS_NUMBER.test(folded))
      (written[trie.add(folded)] ??= []).push(word);
    return number;
  };

  return {
    add: (token) => {
      const number = numbers.get(token.word) ?? addWord(token);
      counts[number]!++;
      return termOfWord[number]!;
    },
    termOf: (term) => terms.get(term),
    among: (mask) => {
      const passes = (document: number): boolean => mask[document] === 1;
      const isShown = (number: number): boolean => whole.some(termOfWord[number]!, passes);
      const known = (inTrie: number) =>
        written[inTrie]!.flatMap((word) => {
          const number = numbers.get(word)!;
          return isShown(number) ? [{ word, count: counts[number]! }] : [];
        });
      return {
        isPartial: false,
        has: (word) => trie.near(fold(word), 0).some((found) => known(found.word).length > 0),
        near: (word, typos) =>
          trie
            .near(fold(word), typos)
            .flatMap((found) => known(found.word).map((one) => ({ ...one, typos: found.typos }))),
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
      const byNumber = [...terms.keys()];
      let words: SavedWords['words'] = [];
      for (const [word, number] of numbers) {
        words.push({ word, term: byNumber[termOfWord[number]!]!, count: counts[number]! });
        if (words.length < SAVED_WORDS) continue;
        yield { words } satisfies SavedWords;
        words = [];
      }
      yield { words } satisfies SavedWords;
    },
    restore: (part) => {
      for (const word of (part as SavedWords).words) counts[addWord(word)] = word.count;
    },
    bytes: () => numbers.size * WORD_BYTES + termOfWord.byteLength * 2 + trie.bytes(),
  };
}

function grown(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
