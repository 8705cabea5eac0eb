/** What is written of an item, computed before the transaction that writes it, in slices, so that others go on. */
import { setImmediate } from 'node:timers/promises';
import { tokenize } from '../../text/analyze.js';
import type { IndexRecord } from '../../ports.js';
import { createChunksDigest } from '../chunks-digest.js';
import { overlapLength } from '../item-words.js';
import { createInt8Packer, toInt8 } from './int8.js';
import type { TermPlaces, WordCount } from './item-terms.js';

/** Passages analysed between two turns of the event loop. */
const SLICE = 40;

/** A term of the passages. */
export interface ItemTerm extends TermPlaces {
  /** Its place among the item's terms. */
  at: number;
  term: string;
  places: number[];
  counts: number[];
}

/** A word of the passages. */
export interface ItemWord extends WordCount {
  term: ItemTerm;
}

export interface PreparedPassage {
  text: string;
  /** In their order, separated by spaces. */
  terms: string;
}

export interface PreparedItem {
  item: IndexRecord;
  title: string;
  description: string;
  passages: PreparedPassage[];
  centroid: Uint8Array;
  vectors: Uint8Array;
  /** By word of the passages. */
  words: ReadonlyMap<string, ItemWord>;
  terms: readonly ItemTerm[];
  /** By word of title and description: its term. */
  headWords: ReadonlyMap<string, string>;
  digest: string;
}

/** @throws {RangeError} for a vector of other dimensions */
export async function prepareItem(item: IndexRecord, dimensions: number): Promise<PreparedItem> {
  const counter = createCounter();
  const digest = createChunksDigest();
  const vectors = createInt8Packer(item.chunks.length, dimensions);
  const passages: PreparedPassage[] = [];
  let before = '';
  for (const [place, chunk] of item.chunks.entries()) {
    if (place % SLICE === SLICE - 1) await setImmediate();
    const text = chunk.text.normalize('NFC');
    passages.push({ text, terms: counter.count(text, place, overlapLength(before, text)) });
    vectors.write(place, chunk.vector);
    digest.add(chunk);
    before = text;
  }
  const [title, description] = [item.title.normalize('NFC'), item.description.normalize('NFC')];
  return {
    item,
    title,
    description,
    passages,
    centroid: toInt8([item.centroid], dimensions),
    vectors: vectors.packed,
    words: counter.words,
    terms: [...counter.terms.values()],
    headWords: termsByWord(title, description),
    digest: digest.value(),
  };
}

/** By word of the texts: its term. */
export const termsByWord = (...texts: string[]): Map<string, string> =>
  new Map(texts.flatMap((text) => tokenize(text).map(({ word, term }) => [word, term])));

/** Counts the words of an item's passages. */
function createCounter() {
  const words = new Map<string, ItemWord>();
  const terms = new Map<string, ItemTerm>();

  const newWord = (word: string, term: string): ItemWord => {
    let ofTerm = terms.get(term);
    if (!ofTerm) terms.set(term, (ofTerm = { at: terms.size, term, places: [], counts: [] }));
    const ofWord = { term: ofTerm, all: 0, fresh: 0 };
    words.set(word, ofWord);
    return ofWord;
  };

  return {
    words,
    terms,
    /**
     * @param overlap length of what the passage repeats of the one before: the item as a whole counts that once
     * @returns its terms
     */
    count: (text: string, place: number, overlap: number): string => {
      const own: string[] = [];
      for (const { word, term, start } of tokenize(text)) {
        own.push(term);
        const ofWord = words.get(word) ?? newWord(word, term);
        ofWord.all++;
        if (start >= overlap) ofWord.fresh++;
        const { places, counts } = ofWord.term;
        const last = places.length - 1;
        if (places[last] === place) counts[last]!++;
        else {
          places.push(place);
          counts.push(1);
        }
      }
      return own.join(' ');
    },
  };
}
