/** The words of an account as spelling finds them: folded, in a trie that is built when it is first needed. */
import { setImmediate } from 'node:timers/promises';
import { isSpelled } from '../../spelling/word-list.js';
import { createTrie } from '../../spelling/trie.js';
import { fold } from '../../text/fold.js';

export interface SpelledWords {
  /** Builds the trie, in slices; where that is left out, the first of the other calls does so at once. */
  prepare(): Promise<void>;
  /** The numbers of the words that differ by so many typos at most, in no order. */
  near(word: string, typos: number): number[];
  /** The numbers of the words that begin so. */
  startingWith(prefix: string): number[];
  bytes(): number;
}

/** Words that are added between two turns of the event loop. */
const SLICE = 2_000;
/** A word's place in `written`. */
const WRITTEN_BYTES = 8;

/**
 * @param texts by number of a word; more may follow at any time
 * @param keyOf what is compared of a word: folded, or from its end
 */
export function createSpelledWords(
  texts: readonly string[],
  keyOf: (word: string) => string = fold,
): SpelledWords {
  let trie: ReturnType<typeof createTrie> | null = null;
  /** By number in the trie: the numbers of the words that are folded so. */
  const written: (number | number[])[] = [];
  let added = 0;

  const add = (end: number): ReturnType<typeof createTrie> => {
    trie ??= createTrie();
    for (; added < Math.min(end, texts.length); added++) {
      const key = keyOf(texts[added]!);
      if (!isSpelled(key)) continue;
      const place = trie.add(key);
      const others = written[place];
      written[place] = others === undefined ? added : [others, added].flat();
    }
    return trie;
  };
  const whole = (): ReturnType<typeof createTrie> => add(texts.length);

  return {
    prepare: async () => {
      for (add(added + SLICE); added < texts.length; add(added + SLICE)) await setImmediate();
    },
    near: (word, typos) =>
      whole()
        .near(keyOf(word), typos)
        .flatMap((found) => written[found.word]!),
    startingWith: (prefix) =>
      whole()
        .find(keyOf(prefix), 0)
        .flatMap((found) => written[found.word]!),
    bytes: () => (trie?.bytes() ?? 0) + written.length * WRITTEN_BYTES,
  };
}
