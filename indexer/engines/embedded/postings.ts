/**
 * An inverted index: by term, the documents that contain it and how often. A term's postings are slices of growing size
 * in one pool, each with the place of the next in its last cell, so that documents are appended without moving others.
 */
import { grown } from './grown.js';

export interface Postings {
  /** Number of documents, removed ones included. */
  readonly documents: number;
  /**
   * Adds the next document.
   * @param terms distinct
   * @param counts how often each term occurs, by term
   */
  add(terms: readonly number[], counts: Uint32Array, length: number): void;
  /**
   * Changes how often terms occur in a document. Counts of 255 stay as they are, since they may stand for more.
   * @param changes by term: how much more often, negative for less
   */
  change(document: number, changes: ReadonlyMap<number, number>): void;
  /** Logarithm of the odds against a document having the term, 0 at least, as BM25 weighs it; most for undefined. */
  rarity(term: number | undefined): number;
  /** Adds the term's part of BM25, times a weight. */
  score(term: number, scored: Scored, weight: number): void;
  /** Whether a document with the term passes the test, which is not called again once one does. */
  some(term: number, test: (document: number) => boolean): boolean;
  bytes(): number;
}

/** Documents with their BM25, in buffers that have room for all documents. */
export interface Scored {
  /** By document; 0 for all that are not in `found`. */
  scores: Float32Array;
  /** The first `count` of these, in no order. */
  found: Int32Array;
  count: number;
}

const K1 = 1.2;
const B = 0.75;
const FIRST_SLICE = 4;
const MAX_SLICE = 1_024;
/** A place in the pool is a page, and a cell in its lower 16 bits; the first pages are smaller. */
const PAGE_CELLS = 1 << 16;
const FIRST_PAGE_CELLS = 1 << 11;
const pageOf = (place: number): number => place >>> 16;
const cellOf = (place: number): number => place & (PAGE_CELLS - 1);
/** A posting is a document and its count, of 8 bits: 0 if the document has the term no more. */
const MAX_COUNT = 255;
const COUNT_SIZE = 256;
const COLUMNS = 6;

export function createPostings(): Postings {
  const pool: Uint32Array[] = [];
  let poolEnd = 0;
  let poolBytes = 0;
  /**
   * By term: the first slice plus 1, the cell to write next, the last cell of the last slice, its size, its postings,
   * and the documents that have it.
   */
  let terms = new Uint32Array(COLUMNS * 1_024);
  let lengths = new Uint32Array(256);
  let documents = 0;
  let totalLength = 0;

  const newSlice = (size: number): number => {
    if (poolEnd + size > (pool.at(-1)?.length ?? 0)) {
      const page = new Uint32Array(Math.min(PAGE_CELLS, FIRST_PAGE_CELLS * 2 ** pool.length));
      pool.push(page);
      poolBytes += page.byteLength;
      poolEnd = 0;
    }
    poolEnd += size;
    return (pool.length - 1) * PAGE_CELLS + poolEnd - size;
  };

  const append = (term: number, posting: number): void => {
    if (term * COLUMNS >= terms.length)
      terms = grown(terms, Math.max(terms.length * 2, (term + 1) * COLUMNS));
    const at = term * COLUMNS;
    if (terms[at] === 0) {
      const slice = newSlice(FIRST_SLICE);
      terms[at] = slice + 1;
      terms[at + 1] = slice;
      terms[at + 2] = slice + FIRST_SLICE - 1;
      terms[at + 3] = FIRST_SLICE;
    } else if (terms[at + 1] === terms[at + 2]) {
      const size = Math.min(MAX_SLICE, terms[at + 3]! * 2);
      const slice = newSlice(size);
      const link = terms[at + 2]!;
      pool[pageOf(link)]![cellOf(link)] = slice;
      terms[at + 1] = slice;
      terms[at + 2] = slice + size - 1;
      terms[at + 3] = size;
    }
    const cell = terms[at + 1]!;
    pool[pageOf(cell)]![cellOf(cell)] = posting;
    terms[at + 1] = cell + 1;
    terms[at + 4]!++;
    terms[at + 5]!++;
  };

  /** A column of a term, which may be unknown. */
  const columnOf = (term: number, column: number): number => terms[term * COLUMNS + column] ?? 0;

  /** Visits the term's postings, cells of a page at a time, until `visit` returns false. */
  const eachSlice = (
    term: number,
    visit: (cells: Uint32Array, start: number, end: number) => boolean,
  ): void => {
    let left = columnOf(term, 4);
    if (left === 0) return;
    let size = FIRST_SLICE;
    for (let slice = terms[term * COLUMNS]! - 1; ;) {
      const cells = pool[pageOf(slice)]!;
      const start = cellOf(slice);
      const used = Math.min(left, size - 1);
      left -= used;
      if (!visit(cells, start, start + used) || left === 0) return;
      slice = cells[start + size - 1]!;
      size = Math.min(MAX_SLICE, size * 2);
    }
  };

  /** Where the term's posting of a document is. */
  const placeOf = (term: number, document: number): { cells: Uint32Array; cell: number } | null => {
    let place: ReturnType<typeof placeOf> = null;
    eachSlice(term, (cells, start, end) => {
      for (let cell = start; cell < end && !place; cell++)
        if (cells[cell]! >>> 8 === document) place = { cells, cell };
      return !place;
    });
    return place;
  };

  const changeCount = (
    term: number,
    { cells, cell }: NonNullable<ReturnType<typeof placeOf>>,
    change: number,
  ): void => {
    const before = cells[cell]! & MAX_COUNT;
    if (before === MAX_COUNT) return;
    const after = Math.min(MAX_COUNT, before + change);
    cells[cell]! += after - before;
    terms[term * COLUMNS + 5]! += Number(after > 0) - Number(before > 0);
  };

  const rarity = (term: number | undefined): number => {
    const containing = term === undefined ? 0 : columnOf(term, 5);
    return Math.log(1 + (documents - containing + 0.5) / (containing + 0.5));
  };

  return {
    get documents() {
      return documents;
    },
    add: (own, counts, length) => {
      if (documents === lengths.length) lengths = grown(lengths, documents * 2);
      lengths[documents] = length;
      totalLength += length;
      for (const term of own) {
        append(term, documents * COUNT_SIZE + Math.min(MAX_COUNT, counts[term]!));
      }
      documents++;
    },
    change: (document, changes) => {
      for (const [term, change] of changes) {
        if (change === 0) continue;
        lengths[document]! += change;
        totalLength += change;
        const place = placeOf(term, document);
        if (!place) append(term, document * COUNT_SIZE + Math.min(MAX_COUNT, change));
        else changeCount(term, place, change);
      }
    },
    rarity,
    score: (term, scored, weight) => {
      const { scores, found } = scored;
      const idf = weight * rarity(term);
      const perWord = (K1 * B * documents) / totalLength;
      eachSlice(term, (cells, start, end) => {
        for (let cell = start; cell < end; cell++) {
          const posting = cells[cell]!;
          const document = posting >>> 8;
          const count = posting & MAX_COUNT;
          if (count === 0) continue;
          if (scores[document] === 0) found[scored.count++] = document;
          scores[document]! +=
            (idf * count * (K1 + 1)) / (count + K1 * (1 - B) + perWord * lengths[document]!);
        }
        return true;
      });
    },
    some: (term, test) => {
      let found = false;
      eachSlice(term, (cells, start, end) => {
        for (let cell = start; cell < end && !found; cell++)
          found = (cells[cell]! & MAX_COUNT) > 0 && test(cells[cell]! >>> 8);
        return !found;
      });
      return found;
    },
    bytes: () => poolBytes + terms.byteLength + lengths.byteLength,
  };
}
