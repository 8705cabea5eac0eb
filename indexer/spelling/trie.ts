/** A trie of a library's words that can be searched by prefix with typos. */
import { MAX_WORD } from '../text/fold.js';
import { distanceRows } from './typos.js';

/**
 * Maximum number of nodes visited by `near`, so that large libraries take no longer; it may miss words beyond
 * that.
 */
const MAX_VISITED = 50_000;

interface FoundWord {
  word: number;
  typos: number;
  whole: boolean;
}

/** Nodes are indexes into flat arrays; an object per node would take ten times the memory. */
export function createTrie() {
  let firstChild = new Int32Array(1_024);
  let nextSibling = new Int32Array(1_024);
  /** Number of the word that ends at the node, plus one; 0 if there is none. */
  let wordAt = new Int32Array(1_024);
  let letterOf = new Uint16Array(1_024);
  let nodes = 1;
  let words = 0;

  const grow = (): void => {
    const size = nodes * 2;
    const grown = <T extends Int32Array | Uint16Array>(to: T, from: T): T => (to.set(from), to);
    firstChild = grown(new Int32Array(size), firstChild);
    nextSibling = grown(new Int32Array(size), nextSibling);
    wordAt = grown(new Int32Array(size), wordAt);
    letterOf = grown(new Uint16Array(size), letterOf);
  };

  const childOf = (node: number, letter: number): number => {
    for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!)
      if (letterOf[child] === letter) return child;
    if (nodes === letterOf.length) grow();
    const child = nodes++;
    letterOf[child] = letter;
    nextSibling[child] = firstChild[node]!;
    firstChild[node] = child;
    return child;
  };

  return {
    /** @returns the word's number, from 0; always the same for the same word */
    add: (word: string): number => {
      let node = 0;
      for (let i = 0; i < word.length; i++) node = childOf(node, word.charCodeAt(i));
      if (wordAt[node] === 0) wordAt[node] = ++words;
      return wordAt[node]! - 1;
    },

    /**
     * Words with a prefix within `limit` typos of the typed text; fewest typos first, whole words before longer
     * ones.
     */
    find: (typed: string, limit: number): FoundWord[] => {
      const rows = distanceRows(typed, limit);
      const found: FoundWord[][] = Array.from({ length: 2 * (limit + 1) }, () => []);
      const visit = (node: number, i: number, before: number, nearest: number): void => {
        for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
          const letter = letterOf[child]!;
          // Beyond the typed letters the distance cannot fall, so the subtree is only collected.
          const nearer = rows.fill(i, letter, before) <= Math.min(limit, nearest);
          const typos = nearer ? Math.min(nearest, rows.whole(i)) : nearest;
          if (!nearer && typos > limit) continue;
          const word = wordAt[child]!;
          if (word !== 0 && typos <= limit) {
            const whole = nearer && rows.whole(i) === typos;
            found[2 * typos + (whole ? 0 : 1)]!.push({ word: word - 1, typos, whole });
          }
          if (nearer) visit(child, i + 1, letter, typos);
          else collect(child, typos);
        }
      };
      const collect = (node: number, typos: number): void => {
        for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
          const word = wordAt[child]!;
          if (word !== 0) found[2 * typos + 1]!.push({ word: word - 1, typos, whole: false });
          collect(child, typos);
        }
      };
      visit(0, 1, 0, limit + 1);
      return found.flat();
    },

    /** Words within `limit` typos of the whole typed word, unordered. */
    near: (typed: string, limit: number): { word: number; typos: number }[] => {
      const rows = distanceRows(typed, limit);
      const found: { word: number; typos: number }[] = [];
      let visited = 0;
      const visit = (node: number, i: number, before: number): void => {
        for (let child = firstChild[node]!; child !== 0; child = nextSibling[child]!) {
          if (++visited > MAX_VISITED) return;
          const letter = letterOf[child]!;
          if (rows.fill(i, letter, before) > limit) continue;
          const word = wordAt[child]!;
          if (word !== 0 && rows.whole(i) <= limit) found.push({ word: word - 1, typos: rows.whole(i) });
          if (i < MAX_WORD) visit(child, i + 1, letter);
        }
      };
      visit(0, 1, 0);
      return found;
    },

    /** Size in bytes. */
    bytes: (): number => letterOf.length * 14,
  };
}
