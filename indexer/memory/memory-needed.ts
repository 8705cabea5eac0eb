/** How much memory an account will take. */
import type { IndexCounts } from '../ports.js';

/** Of a chunk besides its vector: its columns and its part of the item's words; its own words and its text. */
const COLUMNS_BYTES = 200;
const PASSAGE_BYTES = 1_100;
/** Of the words themselves, whose number grows with the root of the texts' length (Heaps' law). */
const WORDS_BYTES = 65_000;

/** Memory that an account takes, about: without and with the words and texts of its chunks. */
export function memoryNeeded(
  { items, chunks }: IndexCounts,
  dimensions: number,
): { withoutPassages: number; withPassages: number } {
  const withoutPassages =
    (chunks + items) * (dimensions + 4) + chunks * COLUMNS_BYTES + Math.sqrt(chunks) * WORDS_BYTES;
  return { withoutPassages, withPassages: withoutPassages + chunks * PASSAGE_BYTES };
}
