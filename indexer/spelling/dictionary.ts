/** The words that the embedding model knows: correct even if no text contains them, and candidates for corrections. */
import { setImmediate } from 'node:timers/promises';
import { fold, MAX_WORD } from '../text/fold.js';
import { createTrie } from './trie.js';

export interface Dictionary {
  has(word: string): boolean;
  /** Frequency of the word as a share of all words; 0 for unknown words. */
  shareOf(word: string): number;
  /** Words within this number of typos, unordered. */
  near(word: string, typos: number): string[];
}

/** Number of words added before yielding to the event loop. */
const SLICE_WORDS = 1_000;
/**
 * Frequencies fall with rank according to the Zipf–Mandelbrot law, 1 / (rank + 1,000): the first pieces are
 * letters and syllables.
 */
const RANK_OFFSET = 1_000;

/** @param words most frequent first */
export async function createDictionary(words: readonly string[]): Promise<Dictionary> {
  const trie = createTrie();
  /** By number in the trie. */
  const written: string[] = [];
  const ranks: number[] = [];
  for (const [rank, word] of words.entries()) {
    if (rank % SLICE_WORDS === SLICE_WORDS - 1) await setImmediate();
    const folded = fold(word);
    if (folded === '' || folded.length > MAX_WORD) continue;
    const number = trie.add(folded);
    written[number] ??= word;
    ranks[number] ??= rank;
  }
  const total = Math.log((words.length + RANK_OFFSET) / RANK_OFFSET);
  const numberOf = (word: string): number | undefined => trie.near(fold(word), 0)[0]?.word;
  return {
    has: (word) => numberOf(word) !== undefined,
    shareOf: (word) => {
      const number = numberOf(word);
      return number === undefined ? 0 : 1 / ((ranks[number]! + RANK_OFFSET) * total);
    },
    near: (word, typos) => trie.near(fold(word), typos).map((found) => written[found.word]!),
  };
}
