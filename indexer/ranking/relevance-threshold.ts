/** Says what is too far from the query to be a result. */
import { analyzeQuery, tokenize } from '../analyze.js';
import type { Embedder, PassageHit } from '../ports.js';
import type { Background } from './background.js';
import { THRESHOLDS } from './weights.js';

/** Best keyword hits that are looked through for the query's words: a rare word's passages stand at the head of that list. */
export const LOOKED_THROUGH = 8;

/** How many of a query's words are known to whom. */
export interface Familiarity {
  /** Share (0..1) that the library holds. */
  held: number;
  /** Share (0..1) that the library holds or the model knows. */
  known: number;
}

/**
 * @param keywordHits best first, with texts
 * @param embedder asked only about a query with words that the library lacks; null where it does not serve
 */
export async function familiarity(
  query: string,
  keywordHits: readonly PassageHit[],
  embedder: Embedder | null,
): Promise<Familiarity> {
  const { terms, tokens } = analyzeQuery(query);
  if (terms.length === 0) return { held: 0, known: 0 };
  const missing = new Set(terms);
  for (const hit of keywordHits.slice(0, LOOKED_THROUGH)) {
    if (missing.size === 0) break;
    for (const token of tokenize(hit.text)) missing.delete(token.term);
  }
  const words = new Map(tokens.map(({ term, word }) => [term, word]));
  const asked = [...missing].map((term) => words.get(term)!);
  const pieces = asked.length > 0 ? ((await embedder?.countPieces?.(asked)) ?? []) : [];
  const share = (lacking: number): number => 1 - lacking / terms.length;
  return {
    held: share(missing.size),
    known: share(missing.size - pieces.filter((count) => count === 1).length),
  };
}

/** The least cosine of a passage that is a result by its meaning alone. */
export function relevanceThreshold({ held, known }: Familiarity, background: Background): number {
  const spreads =
    THRESHOLDS.held * held + THRESHOLDS.known * (known - held) + THRESHOLDS.unknown * (1 - known);
  return background.mean + spreads * background.spread;
}
