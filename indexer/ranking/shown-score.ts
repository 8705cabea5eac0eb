/** The scores that a response shows, and from which one an item is a result. */
import type { ParsedQuery } from '../query/syntax.js';
import type { NamedItems, ScriptureBoost } from '../query/request.js';
import type { RankedItem } from './rank.js';
import { leastScore } from './relevance.js';

/** A passage that falls behind its item's best by so much has e times less of its score. */
const PASSAGE_SCALE = 4;

/** An item's probability; where there are `n` tiers, 1/n for each tier below and 1/n of it. 0..1 */
export const shownScore = (
  { tier, relevance }: Pick<RankedItem, 'tier' | 'relevance'>,
  tiers: number,
): number => (tier + relevance) / tiers;

/** @param best the ranking score of the item's best passage */
export const passageScore = (itemScore: number, score: number, best: number): number =>
  itemScore * Math.exp((score - best) / PASSAGE_SCALE);

interface Request extends Partial<Pick<ParsedQuery, 'prefixes'>> {
  minScore?: number;
  /** Those that some item has. */
  phrases?: readonly unknown[];
  scripture?: ScriptureBoost;
  named?: NamedItems;
}

/**
 * The score from which an item is a result, by its place in the order, from 0. Phrases, beginnings of words, and a
 * scripture that no item is on choose their results themselves.
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
