/** Estimates how rare words are in a library: known in memory, otherwise derived from a search for each word alone. */
import type { SearchFilter, SearchReader } from '../ports.js';

/** Maximum number of words searched alone; further words get the mean of these. */
const MAX_SEARCHED = 16;
/** Rarity of a word in no chunk, relative to the rarest word found: about its idf in libraries of any size. */
const ABSENT = 1.25;

/**
 * Rarities by term; only their proportions matter. The best BM25 of a single word is its idf times the
 * contribution of its frequency in a chunk, which is similar for most words.
 *
 * @param words by term
 */
export async function raritiesOf(
  index: Pick<SearchReader, 'rarityOf' | 'keywordChunks'>,
  filter: SearchFilter,
  words: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  if (index.rarityOf) return new Map(Array.from(words.keys(), (term) => [term, index.rarityOf!(term)]));
  const searched = [...words].slice(0, MAX_SEARCHED);
  const hits = await Promise.all(
    searched.map(([, word]) => index.keywordChunks(word, filter, 1, { text: false })),
  );
  const best = hits.map(([first]) => first?.score ?? 0);
  const most = Math.max(0, ...best) || 1;
  const found = best.map((score) => (score > 0 ? score : most * ABSENT));
  const mean = found.reduce((sum, rarity) => sum + rarity, 0) / Math.max(1, found.length);
  return new Map(Array.from(words.keys(), (term, at) => [term, found[at] ?? mean]));
}
