/** How rare words are among the chunks of a library: known in memory, elsewhere told from what each finds alone. */
import type { SearchFilter, SearchReader } from '../ports.js';

/** Words that are searched alone; further ones count like the mean of these. */
const MAX_SEARCHED = 16;
/** What a word that no chunk has counts against the rarest that some chunk has: about its idf in libraries of any size. */
const ABSENT = 1.25;

/**
 * By term, in units of which only the proportions count. The best BM25 of a word alone is its idf times what its
 * frequency in one chunk adds, which is alike for most words.
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
