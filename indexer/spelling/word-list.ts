/** Builds a vocabulary from a list of words with counts, for an index that counts words itself. */
import { setImmediate } from 'node:timers/promises';
import { fold, foldBackwards, MAX_WORD } from '../text/fold.js';
import type { KnownWord, Vocabulary } from '../ports.js';
import { createTrie } from './trie.js';

/** Shorter words are never used as corrections. */
const MIN_LETTERS = 3;
const HAS_NUMBER = /\p{N}/u;
/** Number of words added at once: about a millisecond. */
const SLICE = 1_000;

/** Whether a folded word is subject to spelling correction. */
export const isSpelled = (folded: string): boolean =>
  folded.length >= MIN_LETTERS && folded.length <= MAX_WORD && !HAS_NUMBER.test(folded);

/**
 * @param known each word once
 * @param isPartial whether texts may contain words that the list lacks
 */
export async function vocabularyFrom(known: readonly KnownWord[], isPartial: boolean): Promise<Vocabulary> {
  const { trie, written } = await trieOf(known, fold);
  let size = 0;
  for (const { count } of known) size += count;
  /** Built when a language with compounds is first searched. */
  let endings: ReturnType<typeof trieOf> | undefined;
  const mostFrequent = ({ trie: words, written: ofWord }: WordTrie, beginning: string, limit: number) =>
    words
      .find(beginning, 0)
      .flatMap(({ word }) => ofWord[word]!)
      .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
      .slice(0, limit);
  return {
    isPartial,
    size,
    has: (word) => trie.near(fold(word), 0).length > 0,
    near: (word, typos) => trie.near(fold(word), typos).flatMap((found) => written[found.word]!),
    startingWith: (prefix, limit) => mostFrequent({ trie, written }, fold(prefix), limit),
    endingWith: async (suffix, limit) =>
      mostFrequent(await (endings ??= trieOf(known, foldBackwards)), foldBackwards(suffix), limit),
  };
}

interface WordTrie {
  trie: ReturnType<typeof createTrie>;
  /** By number in the trie. */
  written: KnownWord[][];
}

/** @param keyOf what the trie contains of each word */
async function trieOf(known: readonly KnownWord[], keyOf: (word: string) => string): Promise<WordTrie> {
  const trie = createTrie();
  const written: KnownWord[][] = [];
  for (const [at, one] of known.entries()) {
    (written[trie.add(keyOf(one.word))] ??= []).push(one);
    if (at % SLICE === SLICE - 1) await setImmediate();
  }
  return { trie, written };
}
