/** One account's part of the index in memory: its items, their chunks, and the words and vectors of both. */
import { tokenize } from '../analyze.js';
import type { ItemAttributes, StoredItem } from '../ports.js';
import { overlapLength } from '../vectors/item-words.js';
import type { Holds } from './memory-needed.js';
import { changeHead } from './change-head.js';
import { grown } from './grown.js';
import { createPostings, type Postings } from './postings.js';
import type { Saved } from './saved.js';
import { createChunkTimes, type ChunkTimes } from './chunk-times.js';
import { createTextPool, type TextPool } from './text-pool.js';
import { createWords, type Words } from './words.js';
import type { VectorList, VectorStore } from './vector-store.js';

/** An item's chunks are neighbouring rows. */
export interface MemoryItem {
  attributes: ItemAttributes;
  title: string;
  description: string;
  mediaAssetId: number | null;
  firstRow: number;
  rows: number;
}

/** Columns of the chunks, by row. */
interface ChunkColumns {
  /** Position of the chunk's item; -1 for a removed chunk. */
  item: Int32Array;
  ordinal: Int32Array;
}

interface SavedRows extends ChunkColumns {
  outdated: number;
}

export interface AccountIndex {
  readonly holds: Holds;
  /** By position: an item's row in `centroids`, and its document in `whole` and `titles`. Null once removed. */
  readonly items: readonly (MemoryItem | null)[];
  readonly chunks: Readonly<ChunkColumns>;
  readonly chunkVectors: VectorList;
  readonly centroids: VectorList;
  /** Of titles and descriptions alone where it holds only heads. */
  readonly whole: Postings;
  readonly titles: Postings;
  readonly words: Words;
  /** Of the chunks; null where only the engine has them. */
  readonly passages: { words: Postings; texts: TextPool; times: ChunkTimes } | null;
  /** Grows by one with every change. */
  readonly revision: number;
  positionOf(itemId: number): number | undefined;
  /** The number of a term; undefined where no text has it. */
  termOf(term: string): number | undefined;
  /** Replaces the item if it is there. */
  put(item: StoredItem): void;
  /**
   * Takes attributes, title and description of an item whose chunks are the same.
   * @returns false where the item is unknown: it must be put
   */
  update(item: StoredItem): boolean;
  remove(itemId: number): void;
  /** All of it, named for `restore`; must not change meanwhile. */
  parts(): Iterable<[kind: string, part: unknown]>;
  /** Takes the parts in their order, while still empty. @throws {Error} for an unknown kind */
  restore(kind: string, part: unknown): void;
  /** Whether so much is out of date that it should be built anew. */
  isSparse(): boolean;
  /** Without the vectors. */
  bytes(): number;
  free(): void;
}

/** Rows and items: fewer are not worth building anew. */
const MIN_OUTDATED = 2_048;
const MAX_OUTDATED_SHARE = 1 / 3;
/** Items that are saved together. */
const SAVED_ITEMS = 500;
/** An item as an object. */
const ITEM_BYTES = 800;

export function createAccountIndex(vectors: VectorStore, { holds }: { holds: Holds }): AccountIndex {
  const items: (MemoryItem | null)[] = [];
  const positions = new Map<number, number>();
  let chunks: ChunkColumns = { item: new Int32Array(64), ordinal: new Int32Array(64) };
  const chunkVectors = vectors.createList();
  const centroids = vectors.createList();
  const whole = createPostings();
  const titles = createPostings();
  const words = createWords(whole);
  const passages =
    holds === 'everything'
      ? { words: createPostings(), texts: createTextPool(), times: createChunkTimes() }
      : null;
  const saveable: Record<string, Saved | undefined> = {
    chunkVectors,
    centroids,
    whole,
    titles,
    words,
    chunkWords: passages?.words,
    texts: passages?.texts,
    times: passages?.times,
  };
  const counters = [createCounter(), createCounter(), createCounter()] as const;
  let revision = 0;
  /** Removed rows and items, and replaced titles, whose words are left behind. */
  let outdated = 0;

  const addChunk = (position: number, chunk: StoredItem['chunks'][number], before: string): void => {
    const row = chunkVectors.length;
    if (row === chunks.item.length) chunks = { item: grown(chunks.item), ordinal: grown(chunks.ordinal) };
    chunks.item[row] = position;
    chunks.ordinal[row] = chunk.ordinal;
    chunkVectors.push(chunk.vector);
    passages?.texts.push(chunk.text);
    passages?.times.push(chunk);
    // The item as a whole counts what neighbouring chunks repeat once.
    const repeated = overlapLength(before, chunk.text);
    const [own, ofItem] = counters;
    for (const token of tokenize(chunk.text)) {
      const number = words.add(token, position);
      if (passages) own.count(number);
      if (token.start >= repeated) ofItem.count(number);
    }
    if (passages) own.addTo(passages.words);
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
    holds,
    items,
    get chunks() {
      return chunks;
    },
    chunkVectors,
    centroids,
    whole,
    titles,
    words,
    passages,
    get revision() {
      return revision;
    },
    positionOf: (itemId) => positions.get(itemId),
    termOf: words.termOf,
    put: (item) => {
      remove(item.itemId);
      const position = items.length;
      const { title, description, mediaAssetId } = item;
      const own = holds === 'heads' ? [] : item.chunks;
      items.push({
        attributes: attributesOf(item),
        title,
        description,
        mediaAssetId,
        firstRow: chunkVectors.length,
        rows: own.length,
      });
      positions.set(item.itemId, position);
      centroids.push(item.centroid);
      const [, ofItem, ofTitle] = counters;
      for (const token of tokenize(title)) {
        const term = words.add(token, position);
        ofTitle.count(term);
        ofItem.count(term);
      }
      for (const token of tokenize(description)) ofItem.count(words.add(token, position));
      let before = '';
      for (const chunk of own) {
        addChunk(position, chunk, before);
        before = chunk.text;
      }
      ofTitle.addTo(titles);
      ofItem.addTo(whole);
      revision++;
    },
    update: (item) => {
      const position = positions.get(item.itemId);
      if (position === undefined) return false;
      const known = items[position]!;
      const { title, description } = item;
      if (known.title !== title || known.description !== description) {
        changeHead({ whole, titles, words }, position, known, item);
        outdated++;
      }
      items[position] = { ...known, attributes: attributesOf(item), title, description };
      revision++;
      return true;
    },
    remove,
    *parts() {
      for (const [kind, saved] of Object.entries(saveable))
        for (const part of saved?.parts() ?? []) yield [kind, part];
      for (let at = 0; at < items.length; at += SAVED_ITEMS)
        yield ['items', items.slice(at, at + SAVED_ITEMS)];
      yield ['rows', { ...chunks, outdated } satisfies SavedRows];
    },
    restore: (kind, part) => {
      const saved = saveable[kind];
      if (saved) return saved.restore(part);
      if (kind === 'items') {
        for (const item of part as typeof items) {
          if (item) positions.set(item.attributes.itemId, items.length);
          items.push(item);
        }
      } else if (kind === 'rows') ({ outdated, ...chunks } = part as SavedRows);
      else throw new Error(`Nothing is saved as ${kind}`);
    },
    isSparse: () =>
      outdated > MIN_OUTDATED && outdated > (chunkVectors.length + items.length) * MAX_OUTDATED_SHARE,
    bytes: () =>
      (passages ? passages.words.bytes() + passages.texts.bytes() + passages.times.bytes() : 0) +
      whole.bytes() +
      titles.bytes() +
      chunks.item.length * 8 +
      items.length * ITEM_BYTES +
      words.bytes(),
    free: () => {
      chunkVectors.free();
      centroids.free();
    },
  };
}

/** Counts the terms of one document. */
function createCounter() {
  let counts = new Uint32Array(1_024);
  const terms: number[] = [];
  let length = 0;
  return {
    count: (term: number): void => {
      if (term >= counts.length) counts = grown(counts, Math.max(counts.length * 2, term + 1));
      if (counts[term]!++ === 0) terms.push(term);
      length++;
    },
    /** Adds the document, and begins the next. */
    addTo: (postings: Postings): void => {
      postings.add(terms, counts, length);
      for (const term of terms) counts[term] = 0;
      terms.length = 0;
      length = 0;
    },
  };
}

const attributesOf = (item: ItemAttributes): ItemAttributes => ({
  accountId: item.accountId,
  itemId: item.itemId,
  collectionId: item.collectionId,
  seriesId: item.seriesId,
  speakerIds: item.speakerIds,
  topicIds: item.topicIds,
  books: item.books,
  chapters: item.chapters,
  date: item.date,
  published: item.published,
});
