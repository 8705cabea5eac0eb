/** What of an account is in memory, and how much memory that will take. */
import type { IndexCounts } from '../ports.js';

/**
 * From most to least: all of it; all but the words and texts of chunks; of items alone their centroids, attributes,
 * titles and descriptions. The engine is asked for the rest.
 */
export const HOLDS = ['everything', 'items', 'heads'] as const;
export type Holds = (typeof HOLDS)[number];

/** Of an empty account. */
const ACCOUNT_BYTES = 200_000;
/** Of a chunk besides its vector: its columns and its part of the item's words; its own words, text and times. */
const COLUMNS_BYTES = 200;
const PASSAGE_BYTES = 1_100;
/** An item's attributes, title and description. */
const ITEM_BYTES = 1_000;
/** Of the words themselves, whose number grows with the root of the texts' length (Heaps' law). */
const WORDS_BYTES = 65_000;

/** Memory that an account takes, about. */
export function memoryNeeded({ items, chunks }: IndexCounts, dimensions: number): Record<Holds, number> {
  const heads =
    ACCOUNT_BYTES + items * (dimensions + 4) + items * ITEM_BYTES + Math.sqrt(items) * WORDS_BYTES;
  const withChunks = heads + chunks * (dimensions + 4 + COLUMNS_BYTES) + Math.sqrt(chunks) * WORDS_BYTES;
  return { heads, items: withChunks, everything: withChunks + chunks * PASSAGE_BYTES };
}

/** The most of an account that takes no more than so many bytes, if anything. */
export const mostWithin = (needed: Record<Holds, number>, bytes: number): Holds | undefined =>
  HOLDS.find((holds) => needed[holds] <= bytes);
