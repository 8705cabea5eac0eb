/** Computes the scores that a response shows, and the minimum score of results. */
import type { ParsedQuery } from '../query/syntax.js';
import type { NamedItems, ScriptureBoost } from '../query/request.js';
import type { RankedItem } from './rank.js';
import { leastScore } from './relevance.js';

/** Difference in ranking score by which a passage's displayed score falls by a factor of e from the best passage. */
const PASSAGE_SCALE = 4;

/** The probability of an item; with `n` tiers, 1/n for each lower tier plus 1/n of the probability. 0..1 */
export const shownScore = (
  { tier, relevance }: Pick<RankedItem, 'tier' | 'relevance'>,
  tiers: number,
): number => (tier + relevance) / tiers;

/** @param best the ranking score of the item's best passage */
export const passageScore = (itemScore: number, score: number, best: number): number =>
  itemScore * Math.exp((score - best) / PASSAGE_SCALE);

interface Request extends Partial<Pick<ParsedQuery, 'prefixes'>> {
  minScore?: number;
  /** Phrases that some item contains. */
  phrases?: readonly unknown[];
  scripture?: ScriptureBoost;
  named?: NamedItems;
}

/**
 * Minimum score of a result by its rank, from 0. There is none for phrases, prefixes, and a scripture that no
 * item is on, because these select the results themselves.
 */
export function minScoreOf({
  minScore,
  phrases,
  prefixes,
  scripture,
  named,
}: Request): (at: number) => number {
  const areChosen = scripture?.isWholeQuery || phrases?.length || prefixes?.length;
  return (at) => minScore ?? (areChosen ? 0 : leastScore(at) / (1 + (named?.names ?? 0)));
}
