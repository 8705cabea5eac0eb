/** Turns candidates into the order of results: evidence, floor, score, tiers. */
import { gatherEvidence, type CandidateLists, type ItemEvidence } from './evidence.js';
import { scoreItems, type QueryKind } from './fusion.js';
import type { Weights } from './weights.js';

export interface RankedItem {
  item: ItemEvidence;
  /** Higher tiers stand before lower ones, whatever the scores. */
  tier: number;
  score: number;
}

export interface Ranking {
  /** Best first; a total order, so that pages never overlap. */
  items: RankedItem[];
  /** Whether there can be no result beyond the candidates. */
  complete: boolean;
}

export interface RankOptions {
  kind: QueryKind;
  weights: Weights;
  /** Least cosine of a passage that is a result by meaning alone. */
  floor: number;
  /** 0 for every item unless the query names a scripture; a item in a tier above 0 is a result whatever its scores. */
  tier?: (itemId: number) => number;
  /** Items that are candidates though no list holds them. */
  alsoItemIds?: readonly number[];
}

const hasWords = (item: ItemEvidence): boolean =>
  item.bestBm25 > 0 || item.itemBm25 > 0 || item.titleBm25 > 0;

/** Scores are standardised over all candidates; what is under the floor counts there and is left out after. */
export function rankItems(
  lists: CandidateLists,
  { kind, weights, floor, tier = () => 0, alsoItemIds }: RankOptions,
): Ranking {
  const evidence = gatherEvidence(lists, weights, alsoItemIds);
  const scores = scoreItems(evidence, kind, weights);
  const items = evidence
    .map((item, i): RankedItem => ({ item, tier: tier(item.itemId), score: scores[i]! }))
    .filter(({ item, tier: level }) => level > 0 || item.bestCosine >= floor || hasWords(item))
    .sort((a, b) => b.tier - a.tier || b.score - a.score || a.item.itemId - b.item.itemId);
  return { items, complete: allSeen(lists, floor) };
}

/** Passages under the floor are no results, so a list that reaches below it is as good as whole. */
function allSeen(lists: CandidateLists, floor: number): boolean {
  const { nearPassages, keywordPassages, keywordItems, titleItems } = lists;
  const last = nearPassages.hits.at(-1);
  const near = nearPassages.complete || (last !== undefined && last.score < floor);
  return near && keywordPassages.complete && keywordItems.complete && titleItems.complete;
}

/** A score as a number between 0 and 1 that keeps the order; of `tiers` tiers each has its own stretch. */
export function shownScore(score: number, tier = 0, tiers = 1): number {
  return (tier + 1 / (1 + Math.exp(-score / 4))) / tiers;
}
