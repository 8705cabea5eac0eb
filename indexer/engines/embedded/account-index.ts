/** One account's index in memory: its items, and the words and vectors of them and of their passages, without texts. */
import { tokenize } from '../../text/analyze.js';
import type { ItemAttributes } from '../../ports.js';
import { primarySubtag } from '../../text/language.js';
import { grown } from './grown.js';
import { readTerms, readItemTerms } from './item-terms.js';
import { createPostings, type Postings } from './postings.js';
import { createVectorStore, type VectorList } from './vector-store.js';
import { createWords, type Words } from './words.js';

/** An item as it is stored, without its passages. */
export interface StoredHead extends Head {
  attributes: ItemAttributes;
  /** Id of this version of the item. The texts of its passages are stored under it. */
  id: number;
  mediaAssetId: number | null;
}

/** An item's passages, packed as they are stored. */
export interface StoredBody {
  centroid: Uint8Array;
  vectors: Uint8Array;
  words: Uint8Array;
  terms: Uint8Array;
}

/** An item's chunks are neighbouring rows. */
interface MemoryItem extends StoredHead {
  firstRow: number;
  rows: number;
  /** ISO 639-1; undefined if it is unknown. */
  language: string | undefined;
}

const languageOf = ({ attributes }: StoredHead): string | undefined => primarySubtag(attributes.language);

/** Columns of the chunks, by row. */
interface ChunkColumns {
  /** Position of the chunk's item; -1 for a removed chunk. */
  item: Int32Array;
  ordinal: Int32Array;
}

export interface AccountIndex {
  /** By position: an item's row in `centroids`, and its document in `whole` and `titles`. Null once removed. */
  readonly items: readonly (MemoryItem | null)[];
  readonly chunks: Readonly<ChunkColumns>;
  readonly chunkVectors: VectorList;
  readonly centroids: VectorList;
  readonly whole: Postings;
  readonly titles: Postings;
  readonly chunkWords: Postings;
  readonly words: Words;
  /** Grows by one with every change. */
  readonly revision: number;
  positionOf(itemId: number): number | undefined;
  /** Replaces the item if it is there. All of its words must have been learned. */
  put(head: StoredHead, body: StoredBody): void;
  /**
   * Takes attributes, title and description of an item whose chunks are the same.
   * @returns false where this version of the item is unknown: it must be put
   */
  update(head: StoredHead): boolean;
  remove(itemId: number): void;
  /** Whether so much is out of date that it should be built anew. */
  isSparse(): boolean;
  bytes(): number;
}

/** Rows and items: fewer are not worth building anew. */
const MIN_OUTDATED = 2_048;
const MAX_OUTDATED_SHARE = 1 / 3;
/** An item as an object. */
const ITEM_BYTES = 800;

export function createAccountIndex(dimensions: number): AccountIndex {
  const items: (MemoryItem | null)[] = [];
  const positions = new Map<number, number>();
  let chunks: ChunkColumns = { item: new Int32Array(64), ordinal: new Int32Array(64) };
  const store = createVectorStore(dimensions);
  const chunkVectors = store.createList();
  const centroids = store.createList();
  const whole = createPostings();
  const titles = createPostings();
  const chunkWords = createPostings();
  const words = createWords(whole);
  const [ofItem, ofTitle] = [createCounter(), createCounter()];
  let revision = 0;
  /** Removed rows and items, and replaced titles, whose words are left behind. */
  let outdated = 0;

  const addChunk = (row: number, position: number, ordinal: number): void => {
    if (row === chunks.item.length) chunks = { item: grown(chunks.item), ordinal: grown(chunks.ordinal) };
    chunks.item[row] = position;
    chunks.ordinal[row] = ordinal;
  };

  const countHead = (text: string, position: number, counters: readonly Counter[]): void => {
    for (const { word } of tokenize(text)) {
      const term = words.add(words.numberOf(word)!, position, 1);
      for (const counter of counters) counter.count(term, 1);
    }
  };

  const remove = (itemId: number): void => {
    const position = positions.get(itemId);
    if (position === undefined) return;
    const { firstRow, rows } = items[position]!;
    items[position] = null;
    positions.delete(itemId);
    chunks.item.fill(-1, firstRow, firstRow + rows);
    outdated += rows + 1;
    revision++;
  };

  return {
    items,
    get chunks() {
      return chunks;
    },
    chunkVectors,
    centroids,
    whole,
    titles,
    chunkWords,
    words,
    get revision() {
      return revision;
    },
    positionOf: (itemId) => positions.get(itemId),
    put: (head, body) => {
      const { itemId } = head.attributes;
      remove(itemId);
      const position = items.length;
      const firstRow = chunkVectors.length;
      chunkVectors.push(body.vectors);
      centroids.push(body.centroid);
      items.push({ ...head, firstRow, rows: chunkVectors.length - firstRow, language: languageOf(head) });
      positions.set(itemId, position);
      countHead(head.title, position, [ofItem, ofTitle]);
      countHead(head.description, position, [ofItem]);
      readItemTerms(body.words, (word, all, fresh) => {
        const term = words.add(word, position, all);
        if (fresh > 0) ofItem.count(term, fresh);
      });
      let row = firstRow;
      readTerms(body.terms, chunkWords, (ordinal) => addChunk(row++, position, ordinal));
      ofTitle.addTo(titles);
      ofItem.addTo(whole);
      revision++;
    },
    update: (head) => {
      const position = positions.get(head.attributes.itemId);
      const known = position === undefined ? null : items[position];
      if (known?.id !== head.id) return false;
      if (known.title !== head.title || known.description !== head.description) {
        changeHead({ whole, titles, words }, position!, known, head);
        outdated++;
      }
      items[position!] = { ...known, ...head, language: languageOf(head) };
      revision++;
      return true;
    },
    remove,
    isSparse: () =>
      outdated > MIN_OUTDATED && outdated > (chunkVectors.length + items.length) * MAX_OUTDATED_SHARE,
    bytes: () =>
      store.bytes() +
      whole.bytes() +
      titles.bytes() +
      chunkWords.bytes() +
      chunks.item.length * 8 +
      items.length * ITEM_BYTES +
      words.bytes(),
  };
}

type Counter = ReturnType<typeof createCounter>;

/** Counts the terms of one document. */
function createCounter() {
  let counts = new Uint32Array(1_024);
  const terms: number[] = [];
  const run = { places: new Uint32Array(1), counts: new Uint32Array(1) };
  let length = 0;
  return {
    count: (term: number, times: number): void => {
      if (term >= counts.length) counts = grown(counts, Math.max(counts.length * 2, term + 1));
      if (counts[term] === 0) terms.push(term);
      counts[term]! += times;
      length += times;
    },
    /** Adds the document, and begins the next. */
    addTo: (postings: Postings): void => {
      for (const term of terms) {
        run.counts[0] = counts[term]!;
        postings.append(term, run, 1);
        counts[term] = 0;
      }
      postings.add([length], 1);
      terms.length = 0;
      length = 0;
    },
  };
}

interface Head {
  title: string;
  description: string;
}

/** @param position of the item, which counts the words of `before` */
function changeHead(
  { whole, titles, words }: { whole: Postings; titles: Postings; words: Words },
  position: number,
  before: Head,
  after: Head,
): void {
  const ofItem = new Map<number, number>();
  const ofTitle = new Map<number, number>();
  const count = (text: string, sums: readonly Map<number, number>[], times: 1 | -1): void => {
    for (const token of tokenize(text)) {
      const term =
        times > 0 ? words.add(words.numberOf(token.word)!, position, 1) : words.termOf(token.term)!;
      for (const sum of sums) sum.set(term, (sum.get(term) ?? 0) + times);
    }
  };
  count(after.title, [ofItem, ofTitle], 1);
  count(after.description, [ofItem], 1);
  count(before.title, [ofItem, ofTitle], -1);
  count(before.description, [ofItem], -1);
  whole.change(position, ofItem);
  titles.change(position, ofTitle);
  for (const text of [before.title, before.description])
    for (const { word } of tokenize(text)) words.remove(words.numberOf(word)!, position);
}
