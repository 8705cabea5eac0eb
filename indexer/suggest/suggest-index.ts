/** Names and titles of one library in memory, found by the words that are being typed. */
import { foldedWords } from './fold.js';
import {
  createTopK,
  ENOUGH,
  rankOf,
  TYPES,
  withinTypos,
  type SuggestedRecord,
  type Suggestion,
} from './rank.js';
import { allowedTypos } from './typos.js';
import { createTrie } from './trie.js';

export interface SuggestIndex {
  /** Adds the record, or changes its text and its weight, where one is given. @returns whether its text is new */
  put(record: Omit<SuggestedRecord, 'weight'> & { weight?: number }): boolean;
  /** @returns whether it was there */
  remove(type: SuggestedRecord['type'], id: number): boolean;
  /**
   * Records that hold every word of the query, in any order, each whole, begun or mistyped; best first, `limit` of each type at most.
   * Those with more typos only where there are few with fewer.
   */
  search(query: string, limit: number): Suggestion[];
  readonly size: number;
  /** Share of what is held that has been removed or changed since: a new index would be smaller by it. */
  readonly waste: number;
  /** Bytes held, estimated. */
  readonly bytes: number;
}

/** Further words of a query are not looked at. */
export const MAX_WORDS = 10;
const BYTES_A_RECORD = 200;
const BYTES_A_POSTING = 10;

export function createSuggestIndex(): SuggestIndex {
  const tree = createTrie();
  /** Of each word the records that hold it: twice the record's number, plus one where the record begins with the word. */
  const postings: number[][] = [];
  const records: (SuggestedRecord | undefined)[] = [];
  const numbers = new Map(TYPES.map((type) => [type, new Map<number, number>()]));
  let size = 0;
  let entries = 0;
  let letters = 0;
  // What a search knows of each record, kept between searches: words met so far, typos, words that are longer than typed, and whether it begins with one.
  let met = new Uint8Array(0);
  let typos = new Uint8Array(0);
  let begun = new Uint8Array(0);
  let leads = new Uint8Array(0);

  const add = (record: SuggestedRecord): void => {
    const number = records.length;
    records.push(record);
    numbers.get(record.type)!.set(record.id, number);
    size++;
    letters += record.text.length;
    const seen = new Set<string>();
    for (const { folded } of foldedWords(record.text)) {
      if (seen.has(folded)) continue;
      // Any word of a person's name is where the name may be begun.
      const first = seen.size === 0 || record.type === 'speaker';
      seen.add(folded);
      (postings[tree.add(folded)] ??= []).push(2 * number + (first ? 1 : 0));
      entries++;
    }
  };

  const remove = (type: SuggestedRecord['type'], id: number): boolean => {
    const number = numbers.get(type)!.get(id);
    if (number === undefined) return false;
    numbers.get(type)!.delete(id);
    records[number] = undefined;
    size--;
    return true;
  };

  /** Marks what meets the word at place `at` of the query; words come best first, so the first meeting counts. */
  const meet = (typed: string, limit: number, at: number): void => {
    for (const found of tree.find(typed, limit)) {
      for (const entry of postings[found.word]!) {
        const number = entry >> 1;
        if (met[number]! < at) continue;
        if (entry & 1) leads[number] = 1;
        if (met[number] !== at) continue;
        met[number] = at + 1;
        typos[number]! += found.typos;
        begun[number]! += found.whole ? 0 : 1;
      }
    }
  };

  const pass = (words: readonly string[], limits: readonly number[], limit: number): Suggestion[] => {
    if (met.length < records.length) {
      const room = Math.ceil(records.length * 1.25);
      met = new Uint8Array(room);
      typos = new Uint8Array(room);
      begun = new Uint8Array(room);
      leads = new Uint8Array(room);
    }
    for (const table of [met, typos, begun, leads]) table.fill(0, 0, records.length);
    words.forEach((word, at) => meet(word, limits[at]!, at));
    const nearest = createTopK(limit);
    for (let number = 0; number < records.length; number++) {
      if (met[number] !== words.length) continue;
      const record = records[number];
      if (!record) continue;
      const late = leads[number] === 0;
      nearest.offer(record, typos[number]!, rankOf(typos[number]!, begun[number]!, late, record.weight));
    }
    return withinTypos(nearest.found(), nearest.withTypos);
  };

  return {
    put: ({ type, id, text, weight }) => {
      const number = numbers.get(type)!.get(id);
      const known = number === undefined ? undefined : records[number];
      const record = { type, id, text, weight: weight ?? known?.weight ?? 0 };
      if (known?.text === text) {
        records[number!] = record;
        return false;
      }
      remove(type, id);
      add(record);
      return true;
    },
    remove,
    search: (query, limit) => {
      const words = foldedWords(query)
        .slice(0, MAX_WORDS)
        .map(({ folded }) => folded);
      if (words.length === 0) return [];
      const strict = words.map(() => 0);
      const allowed = words.map(allowedTypos);
      const exact = pass(words, strict, limit);
      return exact.length >= Math.min(ENOUGH, limit) || allowed.every((typo) => typo === 0)
        ? exact
        : pass(words, allowed, limit);
    },
    get size() {
      return size;
    },
    get waste() {
      return records.length === 0 ? 0 : 1 - size / records.length;
    },
    get bytes() {
      return tree.bytes() + records.length * BYTES_A_RECORD + letters + entries * BYTES_A_POSTING;
    },
  };
}
