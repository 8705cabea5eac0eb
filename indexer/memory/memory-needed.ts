/** How much memory an account will take. */
import type { IndexCounts } from '../ports.js';

/** Of a chunk besides its vector: postings and columns, and its text. */
const WORDS_BYTES = 800;
const TEXT_BYTES = 800;

/** Memory that an account takes, about: without and with its texts. */
export function memoryNeeded(
  { items, chunks }: IndexCounts,
  dimensions: number,
): { withoutTexts: number; withTexts: number } {
  const withoutTexts = (chunks + items) * (dimensions + 4) + chunks * WORDS_BYTES;
  return { withoutTexts, withTexts: withoutTexts + chunks * TEXT_BYTES };
}
