/**
 * How many of an account's chunks, items and titles have each term, for BM25. A point of each item, in the collection of
 * its words, has a number for each of its terms, which packs the term's dimension, the number of the item's chunks that
 * have it and whether its title does: Qdrant counts equal numbers, and so a single request counts an account.
 */
import { createAccountCache, type AccountKey } from '../account-cache.js';
import { countDimensions } from './bm25.js';
import type { QdrantClient } from './client.js';
import { accountFilter, type Names } from './schema.js';

/** The texts that are searched by words. */
export type TextKind = 'chunk' | 'item' | 'title';

export interface Frequencies {
  /** The idf of a dimension among texts of a kind, in nats: ln(1 + (texts − having + ½) / (having + ½)). */
  rarity(kind: TextKind, dimension: number): number;
}

/** Numbers that are read of an account, the most frequent: some four for each of its terms. */
const MAX_NUMBERS = 1_000_000;
/** Maximum size of the cache for all accounts, at `TERM_BYTES` per term. */
const MAX_BYTES = 64 * 2 ** 20;
const TERM_BYTES = 80;
/** Counts of chunks that a number has room for, and dimensions: with the title's bit these are 52 bits. */
const COUNTS = 2 ** 18;
const DIMENSIONS = 2 ** 32;
/** In place of a term's dimension, where the count is that of all chunks of the item. */
const ANY_TERM = DIMENSIONS;

const packed = (dimension: number, isInTitle: boolean, chunks: number): number =>
  (dimension * 2 + Number(isInTitle)) * COUNTS + Math.min(chunks, COUNTS - 1);

/** @param whole title, description and chunks */
export function packedTerms(whole: string, title: string, chunks: readonly { text: string }[]): number[] {
  const counts = new Map(Array.from(countDimensions(whole).counts.keys(), (dimension) => [dimension, 0]));
  for (const { text } of chunks)
    for (const dimension of countDimensions(text).counts.keys())
      counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  const ofTitle = countDimensions(title).counts;
  return [
    packed(ANY_TERM, false, chunks.length),
    ...Array.from(counts, ([dimension, count]) => packed(dimension, ofTitle.has(dimension), count)),
  ];
}

type Counts = Record<TextKind, number>;

function frequenciesFrom(numbers: readonly { value: number; count: number }[]): Frequencies {
  const all: Counts = { chunk: 0, item: 0, title: 0 };
  const byDimension = new Map<number, Counts>();
  for (const { value, count } of numbers) {
    const chunks = value % COUNTS;
    const marked = Math.floor(value / COUNTS);
    const dimension = Math.floor(marked / 2);
    let counts = dimension === ANY_TERM ? all : byDimension.get(dimension);
    if (!counts) byDimension.set(dimension, (counts = { chunk: 0, item: 0, title: 0 }));
    counts.chunk += count * chunks;
    counts.item += count;
    counts.title += count * (marked % 2);
  }
  all.title = all.item;
  return {
    rarity: (kind, dimension) => {
      const having = byDimension.get(dimension)?.[kind] ?? 0;
      return Math.log(1 + (Math.max(all[kind], having) - having + 0.5) / (having + 0.5));
    },
  };
}

/** Frequencies among the items of an account, or the published ones, as of the last reading. */
export function createFrequencies(
  client: QdrantClient,
  names: Names,
): (key: AccountKey) => Promise<Frequencies> {
  return createAccountCache(MAX_BYTES, async ({ accountId, publishedOnly }) => {
    const asked = {
      key: 'terms',
      filter: accountFilter(accountId, publishedOnly),
      limit: MAX_NUMBERS,
      exact: false,
    };
    const hits = await client.counts(names.words, asked);
    const numbers = hits.map(({ value, count }) => ({ value: Number(value), count }));
    return { value: frequenciesFrom(numbers), bytes: hits.length * TERM_BYTES };
  });
}
