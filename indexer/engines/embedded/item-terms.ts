/**
 * What an item's passages are made of, packed, by the numbers of the account's dictionary: how often the item has each
 * word, and each passage each term.
 */
import { grown } from './grown.js';
import type { Postings } from './postings.js';

export interface WordCount {
  word: number;
  /** In all passages. */
  all: number;
  /** Without the sentences that a passage repeats of the one before. */
  fresh: number;
}

export interface PassageTerms {
  ordinal: number;
  /** How often the passage has each term. */
  counts: ReadonlyMap<number, number>;
}

const MORE = 0x80;
const BITS = 0x7f;
const FIRST_BYTES = 4_096;
const NUMBER_BYTES = 5;

function createPacker() {
  let bytes = new Uint8Array(FIRST_BYTES);
  let end = 0;
  return {
    write: (value: number): void => {
      if (end + NUMBER_BYTES > bytes.length) bytes = grown(bytes);
      for (let rest = value; ; rest >>>= 7) {
        bytes[end++] = (rest & BITS) | (rest > BITS ? MORE : 0);
        if (rest <= BITS) return;
      }
    },
    packed: (): Uint8Array => bytes.slice(0, end),
  };
}

/** All numbers are of seven bits a byte; of a word the gap to the last one, doubled, plus one if counts follow. */
export function packWords(words: readonly WordCount[]): Uint8Array {
  const { write, packed } = createPacker();
  write(words.length);
  let last = 0;
  for (const { word, all, fresh } of [...words].sort((a, b) => a.word - b.word)) {
    const isSingle = all === 1 && fresh === 1;
    write((word - last) * 2 + (isSingle ? 0 : 1));
    if (!isSingle) write(all);
    if (!isSingle) write(fresh);
    last = word;
  }
  return packed();
}

/** In the same way. */
export function packTerms(passages: readonly PassageTerms[]): Uint8Array {
  const { write, packed } = createPacker();
  write(passages.length);
  for (const { ordinal, counts } of passages) {
    write(ordinal);
    write(counts.size);
    let last = 0;
    for (const [term, count] of [...counts].sort(([a], [b]) => a - b)) {
      write((term - last) * 2 + (count > 1 ? 1 : 0));
      if (count > 1) write(count);
      last = term;
    }
  }
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

export function readWords(
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

/** Adds each passage to the postings, as a document. @param passage is called before each */
export function readTerms(bytes: Uint8Array, postings: Postings, passage: (ordinal: number) => void): void {
  const place = { bytes, at: 0 };
  for (let passages = read(place); passages > 0; passages--) {
    passage(read(place));
    let term = 0;
    for (let terms = read(place); terms > 0; terms--) {
      const gap = read(place);
      term += gap >>> 1;
      postings.count(term, gap & 1 ? read(place) : 1);
    }
    postings.end();
  }
}
