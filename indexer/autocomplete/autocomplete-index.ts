/** An in-memory index of a library's names and titles, searched by partially typed words. */
import { foldedWords } from '../text/fold.js';
import {
  createTopK,
  ENOUGH,
  rankOf,
  TYPES,
  withinTypos,
  type AutocompleteRecord,
  type Completion,
} from './rank.js';
import { createNameIndex, type NameIndex } from '../query/name-index.js';
import { allowedTypos } from '../spelling/typos.js';
import { createTrie } from '../spelling/trie.js';

export interface AutocompleteIndex {
  /**
   * Adds the record, or updates its text and, if given, its weight.
   * @returns whether the text is new
   */
  put(record: Omit<AutocompleteRecord, 'weight'> & { weight?: number }): boolean;
  /** @returns whether the record existed */
  remove(type: AutocompleteRecord['type'], id: number): boolean;
  /**
   * Records that match every word of the query, in any order: as whole words, as prefixes or with typos. Best
   * first, at most `limit` of each type. Records with more typos are included only if there are few with fewer.
   */
  search(query: string, limit: number): Completion[];
  /** The names of series, speakers and topics. */
  readonly names: Pick<NameIndex, 'find' | 'speakersNamed'>;
  readonly size: number;
  /** Share of outdated entries, which a rebuilt index would not have. */
  readonly waste: number;
  /** Estimated size in bytes. */
  readonly bytes: number;
}

/** Maximum number of words per query; further words are ignored. */
export const MAX_QUERY_WORDS = 10;
const BYTES_PER_RECORD = 200;
const BYTES_PER_POSTING = 10;

export function createAutocompleteIndex(): AutocompleteIndex {
  const trie = createTrie();
  const names = createNameIndex();
  /** Records by word: twice the record's number, plus one if the record's text starts with the word. */
  const postings: number[][] = [];
  /** Folded words by number. */
  const words: string[] = [];
  const records: (AutocompleteRecord | undefined)[] = [];
  const numbers = new Map(TYPES.map((type) => [type, new Map<number, number>()]));
  let size = 0;
  let entries = 0;
  let letters = 0;
  // Search state by record, reused between searches: number of matched words, typos and prefix matches, and
  // whether the record starts with a match.
  let matched = new Uint8Array(0);
  let typos = new Uint8Array(0);
  let prefixes = new Uint8Array(0);
  let leads = new Uint8Array(0);

  const add = (record: AutocompleteRecord): void => {
    const number = records.length;
    records.push(record);
    numbers.get(record.type)!.set(record.id, number);
    if (record.type !== 'item') names.put({ type: record.type, id: record.id, text: record.text });
    size++;
    letters += record.text.length;
    const seen = new Set<string>();
    for (const { folded } of foldedWords(record.text)) {
      if (seen.has(folded)) continue;
      // People are found by any of their names.
      const first = seen.size === 0 || record.type === 'speaker';
      seen.add(folded);
      const word = trie.add(folded);
      words[word] = folded;
      (postings[word] ??= []).push(2 * number + (first ? 1 : 0));
      entries++;
    }
  };

  const remove = (type: AutocompleteRecord['type'], id: number): boolean => {
    const number = numbers.get(type)!.get(id);
    if (number === undefined) return false;
    numbers.get(type)!.delete(id);
    if (type !== 'item') names.remove(type, id);
    records[number] = undefined;
    size--;
    return true;
  };

  /** Marks the records that match the query's word number `at`. Words come best first, so the first match counts. */
  const matchWord = (typed: string, limit: number, at: number): void => {
    for (const found of trie.find(typed, limit)) {
      for (const entry of postings[found.word]!) {
        const number = entry >> 1;
        if (matched[number]! < at) continue;
        if (entry & 1) leads[number] = 1;
        if (matched[number] !== at) continue;
        matched[number] = at + 1;
        typos[number]! += found.typos;
        prefixes[number]! += found.whole ? 0 : 1;
      }
    }
  };

  const pass = (typed: readonly string[], limits: readonly number[], limit: number): Completion[] => {
    if (matched.length < records.length) {
      const room = Math.ceil(records.length * 1.25);
      matched = new Uint8Array(room);
      typos = new Uint8Array(room);
      prefixes = new Uint8Array(room);
      leads = new Uint8Array(room);
    }
    for (const table of [matched, typos, prefixes, leads]) table.fill(0, 0, records.length);
    typed.forEach((word, at) => matchWord(word, limits[at]!, at));
    const top = createTopK(limit);
    for (let number = 0; number < records.length; number++) {
      if (matched[number] !== typed.length) continue;
      const record = records[number];
      if (!record) continue;
      const late = leads[number] === 0;
      top.offer(record, typos[number]!, rankOf(typos[number]!, prefixes[number]!, late, record.weight));
    }
    return withinTypos(top.found(), top.withTypos);
  };

  return {
    put: ({ type, id, text, weight }) => {
      const number = numbers.get(type)!.get(id);
      const existing = number === undefined ? undefined : records[number];
      const record = { type, id, text, weight: weight ?? existing?.weight ?? 0 };
      if (existing?.text === text) {
        records[number!] = record;
        return false;
      }
      remove(type, id);
      add(record);
      return true;
    },
    remove,
    names,
    search: (query, limit) => {
      const words = foldedWords(query)
        .slice(0, MAX_QUERY_WORDS)
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
      return trie.bytes() + records.length * BYTES_PER_RECORD + letters + entries * BYTES_PER_POSTING;
    },
  };
}
