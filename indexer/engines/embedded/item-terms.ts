/**
 * What an item's passages are made of, packed, by the numbers of the account's dictionary: how often the item has each
 * word, and each passage each term.
 */
import { grown } from './grown.js';
import type { Postings, Run } from './postings.js';

/** How often an item has a word. */
export interface WordCount {
  /** In all passages. */
  all: number;
  /** Without the sentences that a passage repeats of the one before. */
  fresh: number;
}

/** The passages that have a term. */
export interface TermPlaces {
  /** Their places in the item, ascending. */
  places: readonly number[];
  /** How often each has it. */
  counts: readonly number[];
}

const MORE = 0x80;
const BITS = 0x7f;
const FIRST_BYTES = 4_096;
const NUMBER_BYTES = 5;
/** Above the number of words that an item may have. */
const MAX_PLACES = 2 ** 22;

function createPacker() {
  let bytes = new Uint8Array(FIRST_BYTES);
  let end = 0;
  return {
    write: (value: number): void => {
      if (end + NUMBER_BYTES > bytes.length) bytes = grown(bytes);
      let rest = value;
      for (; rest > BITS; rest >>>= 7) bytes[end++] = (rest & BITS) | MORE;
      bytes[end++] = rest;
    },
    packed: (): Uint8Array => bytes.slice(0, end),
  };
}

/** Calls back with the places of the numbers, by number: numbers alone are sorted without calling back. */
function inOrder(numbers: readonly number[], visit: (number: number, at: number) => void): void {
  const keys = Float64Array.from(numbers, (number, at) => number * MAX_PLACES + at).sort();
  for (const key of keys) visit(Math.floor(key / MAX_PLACES), key % MAX_PLACES);
}

/**
 * All numbers are of seven bits a byte; of a word the gap to the last one, doubled, plus one if counts follow.
 * @param numbers of the words, in the order of `counts`
 */
export function packWords(numbers: readonly number[], counts: readonly WordCount[]): Uint8Array {
  const { write, packed } = createPacker();
  write(numbers.length);
  let last = 0;
  inOrder(numbers, (word, at) => {
    const { all, fresh } = counts[at]!;
    const isSingle = all === 1 && fresh === 1;
    write((word - last) * 2 + (isSingle ? 0 : 1));
    if (!isSingle) write(all);
    if (!isSingle) write(fresh);
    last = word;
  });
  return packed();
}

/**
 * By term, since it is read so: of each the gap to the last one, its passages, and of each of these the gap to the last,
 * doubled, plus one if a count follows.
 * @param ordinals of the passages, in their order
 * @param numbers of the terms, in the order of `terms`
 */
export function packTerms(
  ordinals: readonly number[],
  numbers: readonly number[],
  terms: readonly TermPlaces[],
): Uint8Array {
  const { write, packed } = createPacker();
  write(ordinals.length);
  for (const ordinal of ordinals) write(ordinal);
  write(numbers.length);
  let last = 0;
  inOrder(numbers, (term, termAt) => {
    const { places, counts } = terms[termAt]!;
    write(term - last);
    write(places.length);
    let before = 0;
    for (let at = 0; at < places.length; at++) {
      const place = places[at]!;
      const count = counts[at]!;
      write((place - before) * 2 + (count > 1 ? 1 : 0));
      if (count > 1) write(count);
      before = place;
    }
    last = term;
  });
  return packed();
}

/** What has been read so far. */
interface Place {
  bytes: Uint8Array;
  at: number;
}

function read(place: Place): number {
  let value = place.bytes[place.at++]!;
  if (value < MORE) return value;
  value &= BITS;
  for (let shift = 7; ; shift += 7) {
    const next = place.bytes[place.at++]!;
    value |= (next & BITS) << shift;
    if (next < MORE) return value;
  }
}

export function readItemTerms(
  bytes: Uint8Array,
  visit: (word: number, all: number, fresh: number) => void,
): void {
  const place = { bytes, at: 0 };
  let word = 0;
  for (let words = read(place); words > 0; words--) {
    const gap = read(place);
    word += gap >>> 1;
    if (gap & 1) visit(word, read(place), read(place));
    else visit(word, 1, 1);
  }
}

/** The run that is being read, and the lengths of its passages. */
let run: Run = { places: new Uint32Array(256), counts: new Uint32Array(256) };
let lengths = new Uint32Array(256);

/** Adds each passage to the postings, as a document. @param passage is called with each */
export function readTerms(bytes: Uint8Array, postings: Postings, passage: (ordinal: number) => void): void {
  const place = { bytes, at: 0 };
  const passages = read(place);
  if (passages > lengths.length) {
    lengths = new Uint32Array(passages * 2);
    run = { places: new Uint32Array(passages * 2), counts: new Uint32Array(passages * 2) };
  }
  lengths.fill(0, 0, passages);
  for (let left = passages; left > 0; left--) passage(read(place));
  let term = 0;
  for (let terms = read(place); terms > 0; terms--) {
    term += read(place);
    const length = read(place);
    let at = 0;
    for (let one = 0; one < length; one++) {
      const gap = read(place);
      const count = gap & 1 ? read(place) : 1;
      at += gap >>> 1;
      run.places[one] = at;
      run.counts[one] = count;
      lengths[at]! += count;
    }
    postings.append(term, run, length);
  }
  postings.add(lengths, passages);
}
