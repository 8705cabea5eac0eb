/**
 * An inverted index: by term, the documents that contain it and how often, packed in a byte or two each. A term's
 * postings are slices of growing size in one pool, each with the place of the next behind it, so that documents are
 * appended without moving others.
 */
import { grown } from './grown.js';

export interface Postings {
  /** Number of documents, removed ones included. */
  readonly documents: number;
  /** Appends a term's postings in the documents that are added next. Each term once. @param length of the run */
  append(term: number, run: Run, length: number): void;
  /** Adds the first `count` documents, of these lengths in words, once their postings have been appended. */
  add(lengths: ArrayLike<number>, count: number): void;
  /**
   * Changes how often terms occur in a document. Counts of 255 stay as they are, since they may stand for more.
   * @param changes by term: how much more often, negative for less
   */
  change(document: number, changes: ReadonlyMap<number, number>): void;
  /** All documents, removed ones included. */
  readonly all: Collection;
  /** The documents that pass. */
  among(passes: (document: number) => boolean): Collection;
  /** Adds the term's part of BM25 in a collection, times a weight. */
  score(term: number, scored: Scored, weight: number, among: Collection): void;
  /** Whether a document with the term passes the test, which is not called again once one does. */
  some(term: number, test: (document: number) => boolean): boolean;
  bytes(): number;
}

/** Documents whose words BM25 counts. */
export interface Collection {
  /** Mean number of words of a document. */
  averageLength(): number;
  /** Logarithm of the odds against a document having the term, 0 at least, as BM25 weighs it; most for undefined. */
  rarity(term: number | undefined): number;
}

/** Postings of documents that are to be added. */
export interface Run {
  /** Places among these documents, ascending. */
  places: Uint32Array;
  /** How often each has the term. */
  counts: Uint32Array;
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
const FIRST_SLICE = 12;
const MAX_SLICE = 1_024;
/** At the end of a slice: the place of the next. */
const LINK_BYTES = 4;
/** A place in the pool is a page, and a byte in its lower 16 bits; the first pages are smaller. */
const PAGE_BYTES = 1 << 16;
const FIRST_PAGE_BYTES = 1 << 13;
const pageOf = (place: number): number => place >>> 16;
const byteOf = (place: number): number => place & (PAGE_BYTES - 1);
/**
 * The first byte of a posting has its count less 1 in two bits, the lowest five bits of the distance from the document
 * before, and whether bytes of seven more bits follow. A count of 4 or more is a byte at the end. As a distance is 1 at
 * least, no posting begins with 0, which ends a slice.
 */
const LONG_COUNT = 3;
const COUNT_BITS = 2;
const LOW_BITS = 5;
const LOW = (1 << LOW_BITS) - 1;
const MORE = 0x80;
const BITS = 0x7f;
const MAX_COUNT = 255;
/**
 * Number of columns per term: its first slice plus 1, the byte to write next, the end of the last slice, the
 * size of that slice, the term's last document plus 1, and the number of documents that have it.
 */
const COLUMNS = 6;

/** Logarithm of the odds against one of the documents having a term that `containing` of them have. */
export const rarityAmong = (documents: number, containing: number): number =>
  Math.log(1 + (documents - containing + 0.5) / (containing + 0.5));

/** BM25 of a document that has a term so often, without the term's rarity. @param length of the average one */
export const bm25 = (count: number, length: number): number =>
  (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));

/** The postings of the slice that was read last. */
const ofSlice = { documents: new Int32Array(MAX_SLICE), counts: new Uint8Array(MAX_SLICE) };

/** Takes the first `count` of these documents, and how often each has the term: 0 if it no longer does. */
type VisitPostings = (documents: Int32Array, counts: Uint8Array, count: number) => boolean;

export function createPostings(): Postings {
  const pool: Uint8Array[] = [];
  let poolEnd = 0;
  let poolBytes = 0;
  let terms = new Uint32Array(COLUMNS * 256);
  let lengths = new Uint32Array(256);
  let documents = 0;
  let totalLength = 0;
  /** By term: counts that have changed, by document. */
  const changed = new Map<number, Map<number, number>>();

  const newSlice = (size: number): number => {
    if (poolEnd + size > (pool.at(-1)?.length ?? 0)) {
      const page = new Uint8Array(Math.min(PAGE_BYTES, FIRST_PAGE_BYTES * 2 ** pool.length));
      pool.push(page);
      poolBytes += page.byteLength;
      poolEnd = 0;
    }
    poolEnd += size;
    return (pool.length - 1) * PAGE_BYTES + poolEnd - size;
  };

  /** @param at of the term's columns */
  const addSlice = (at: number): void => {
    const isFirst = terms[at] === 0;
    const size = isFirst ? FIRST_SLICE : Math.min(MAX_SLICE, terms[at + 3]! * 2);
    const slice = newSlice(size);
    if (isFirst) terms[at] = slice + 1;
    else {
      const link = terms[at + 2]!;
      for (let n = 0; n < LINK_BYTES; n++) pool[pageOf(link)]![byteOf(link) + n] = slice >>> (8 * n);
    }
    terms[at + 1] = slice;
    terms[at + 2] = slice + size - LINK_BYTES;
    terms[at + 3] = size;
  };

  const append = (term: number, { places, counts }: Run, length: number): void => {
    const at = term * COLUMNS;
    if (at >= terms.length) terms = grown(terms, Math.max(terms.length * 2, at + COLUMNS));
    let byte = byteOf(terms[at + 1]!);
    let end = byte + terms[at + 2]! - terms[at + 1]!;
    let page = pool[pageOf(terms[at + 1]!)]!;
    let last = terms[at + 4]!;
    for (let one = 0; one < length; one++) {
      const document = documents + places[one]! + 1;
      const distance = document - last;
      const count = Math.min(MAX_COUNT, counts[one]!);
      last = document;
      let size = count > LONG_COUNT ? 2 : 1;
      for (let rest = distance >>> LOW_BITS; rest > 0; rest >>>= 7) size++;
      if (byte + size > end) {
        addSlice(at);
        page = pool[pageOf(terms[at + 1]!)]!;
        byte = byteOf(terms[at + 1]!);
        end = byte + terms[at + 2]! - terms[at + 1]!;
      }
      terms[at + 1]! += size;
      const code = count > LONG_COUNT ? LONG_COUNT : count - 1;
      let rest = distance >>> LOW_BITS;
      page[byte++] = code | ((distance & LOW) << COUNT_BITS) | (rest > 0 ? MORE : 0);
      for (; rest > 0; rest >>>= 7) page[byte++] = (rest & BITS) | (rest > BITS ? MORE : 0);
      if (code === LONG_COUNT) page[byte++] = count;
    }
    terms[at + 4] = last;
    terms[at + 5]! += length;
  };

  const add = (added: ArrayLike<number>, count: number): void => {
    for (let one = 0; one < count; one++) {
      if (documents === lengths.length) lengths = grown(lengths);
      lengths[documents++] = added[one]!;
      totalLength += added[one]!;
    }
  };

  /** Number of documents that have a term; 0 if the term is unknown. */
  const documentsWith = (term: number): number => terms[term * COLUMNS + 5] ?? 0;

  /** Reads the postings between two bytes. @returns how many */
  const read = (page: Uint8Array, from: number, end: number, last: number): number => {
    const { documents, counts } = ofSlice;
    let document = last;
    let found = 0;
    for (let byte = from; byte < end;) {
      const first = page[byte++]!;
      if (first === 0) break;
      let distance = (first >>> COUNT_BITS) & LOW;
      if (first >= MORE)
        for (let shift = LOW_BITS, more = MORE; more >= MORE; shift += 7) {
          more = page[byte++]!;
          distance |= (more & BITS) << shift;
        }
      const code = first & LONG_COUNT;
      document += distance;
      documents[found] = document;
      counts[found++] = code === LONG_COUNT ? page[byte++]! : code + 1;
    }
    return found;
  };

  /** Hands the term's postings to `visit`, some at a time, until it returns false. */
  const eachSlice = (term: number, visit: VisitPostings): void => {
    if (documentsWith(term) === 0) return;
    const { documents, counts } = ofSlice;
    const unread = new Map(changed.get(term));
    const at = term * COLUMNS;
    let last = -1;
    let size = FIRST_SLICE;
    for (let slice = terms[at]! - 1; slice >= 0;) {
      const page = pool[pageOf(slice)]!;
      const link = byteOf(slice) + size - LINK_BYTES;
      const isLast = slice + size - LINK_BYTES === terms[at + 2];
      const found = read(page, byteOf(slice), isLast ? byteOf(terms[at + 1]!) : link, last);
      last = documents[found - 1]!;
      for (let one = 0; one < found && unread.size > 0; one++) {
        const count = unread.get(documents[one]!);
        if (count !== undefined) counts[one] = count;
        unread.delete(documents[one]!);
      }
      if (!visit(documents, counts, found)) return;
      slice = isLast
        ? -1
        : page[link]! + page[link + 1]! * 2 ** 8 + page[link + 2]! * 2 ** 16 + page[link + 3]! * 2 ** 24;
      size = Math.min(MAX_SLICE, size * 2);
    }
    if (unread.size > 0) visit(Int32Array.from(unread.keys()), Uint8Array.from(unread.values()), unread.size);
  };

  const countOf = (term: number, document: number): number => {
    let count = 0;
    eachSlice(term, (documents, counts, found) => {
      const at = documents.subarray(0, found).indexOf(document);
      if (at >= 0) count = counts[at]!;
      return at < 0;
    });
    return count;
  };

  const among = (passes: (document: number) => boolean): Collection => {
    const having = new Map<number, number>();
    let [number, words] = [0, 0];
    for (let document = 0; document < documents; document++)
      if (passes(document)) {
        number++;
        words += lengths[document]!;
      }
    const count = (term: number): number => {
      let passing = 0;
      eachSlice(term, (inSlice, counts, postings) => {
        for (let at = 0; at < postings; at++) if (counts[at]! > 0 && passes(inSlice[at]!)) passing++;
        return true;
      });
      having.set(term, passing);
      return passing;
    };
    return {
      averageLength: () => words / number,
      rarity: (term) => rarityAmong(number, term === undefined ? 0 : (having.get(term) ?? count(term))),
    };
  };

  const all: Collection = {
    averageLength: () => totalLength / documents,
    rarity: (term) => rarityAmong(documents, term === undefined ? 0 : documentsWith(term)),
  };

  return {
    get documents() {
      return documents;
    },
    append,
    add,
    change: (document, changes) => {
      for (const [term, change] of changes) {
        if (change === 0) continue;
        lengths[document]! += change;
        totalLength += change;
        const before = countOf(term, document);
        if (before === MAX_COUNT) continue;
        const after = Math.min(MAX_COUNT, before + change);
        const own = changed.get(term) ?? new Map<number, number>();
        changed.set(term, own.set(document, after));
        const at = term * COLUMNS;
        if (at >= terms.length) terms = grown(terms, Math.max(terms.length * 2, at + COLUMNS));
        terms[at + 5]! += Number(after > 0) - Number(before > 0);
      }
    },
    all,
    among,
    score: (term, scored, weight, collection) => {
      const { scores, found } = scored;
      const idf = weight * collection.rarity(term);
      const perWord = (K1 * B) / collection.averageLength();
      eachSlice(term, (inSlice, counts, postings) => {
        for (let at = 0; at < postings; at++) {
          const document = inSlice[at]!;
          const count = counts[at]!;
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
      eachSlice(term, (inSlice, counts, postings) => {
        for (let at = 0; at < postings && !found; at++) found = counts[at]! > 0 && test(inSlice[at]!);
        return !found;
      });
      return found;
    },
    bytes: () => poolBytes + terms.byteLength + lengths.byteLength,
  };
}
