/** Scores items from the evidence of all candidates, and sorts them. */
import {
  gatherEvidence,
  type CandidateLists,
  type ChunkEvidence,
  type Evidence,
  type ItemEvidence,
} from './evidence.js';
import { candidateStats, relevanceOf, RELEVANCE_FITS, type CandidateStats } from './relevance.js';
import type { ChunksOf } from './chunk-counts.js';
import { createScorer, longness, type QueryKind, type ScoreParts } from './scorer.js';
import type { Weights } from './weights.js';

export interface RankedItem {
  item: ItemEvidence;
  /** Higher tiers come first, regardless of score. */
  tier: number;
  score: number;
  /** How much lower the score would be without the chunk. */
  worthOf(chunk: ChunkEvidence): number;
  /** Probability that the item is relevant, independent of its tier. */
  relevance: number;
}

export interface Ranking {
  /** Best first; a total order, so that pages never overlap. */
  items: RankedItem[];
  /** Whether the candidates include every possible result. */
  complete: boolean;
  /** Describes all candidates, including those that are not results. */
  field: CandidateStats;
  /** For explanations. */
  candidates: {
    /** All of them, including those that are not results, unordered. */
    all: readonly ItemEvidence[];
    ranked(item: ItemEvidence): RankedItem;
    partsOf(item: ItemEvidence): ScoreParts;
  };
}

interface RankOptions {
  kind: QueryKind;
  weights: Weights;
  /** Minimum cosine of a chunk for its item to be a result by meaning alone. */
  threshold: number;
  /** 0 unless the query names a scripture; an item in a higher tier is a result regardless of its scores. */
  tier?: (itemId: number) => number;
  /** Further candidates that are in none of the lists. */
  alsoItemIds?: readonly number[];
  /** From `answerFeatures`. */
  answer: readonly number[];
  chunksOf: ChunksOf;
  /**
   * Candidates under the filter, which may be missing from the truncated `lists` without it. They add results but
   * change no scores.
   */
  narrower?: CandidateLists | undefined;
  /** Candidates among items that the query names or that are pinned. They add results but change no scores. */
  also?: { lists: CandidateLists; itemIds: readonly number[] } | undefined;
  /** Items that are results whatever their evidence. */
  pinned?: readonly number[] | undefined;
}

const hasWords = (item: ItemEvidence): boolean =>
  item.bestBm25 > 0 || item.itemBm25 > 0 || item.titleBm25 > 0;

/** Whether a passage is near enough, or the item has a word of the query. */
export const isMatch = (item: ItemEvidence, threshold: number): boolean =>
  item.bestCosine >= threshold || hasWords(item);

/**
 * Standardises scores over all candidates of `lists`; those below the threshold are included there and dropped
 * afterwards. The narrower lists are ignored if `lists` are complete, because they can only repeat them.
 */
export function rankItems(
  lists: CandidateLists,
  {
    kind,
    weights,
    threshold,
    tier = () => 0,
    alsoItemIds,
    answer,
    chunksOf,
    narrower,
    also,
    pinned,
  }: RankOptions,
): Ranking {
  const evidence = gatherEvidence(lists, weights, alsoItemIds);
  const { scoreOf, partsOf } = createScorer(evidence.items, kind, weights, chunksOf);
  const field = candidateStats(evidence.items.map(scoreOf), {
    together: kind.together,
    longness: longness(kind, weights),
  });
  const relevance = relevanceOf(answer, field, RELEVANCE_FITS[kind.mode]);
  const isPinned = new Set(pinned);
  const ranked = (item: ItemEvidence, without: Evidence['without']): RankedItem => {
    const score = scoreOf(item);
    const worthOf = (chunk: ChunkEvidence): number => score - scoreOf(without(item, chunk));
    return { item, tier: tier(item.itemId), score, worthOf, relevance: relevance(score) };
  };
  const toResults = ({ items, without }: Evidence): RankedItem[] =>
    items
      .filter((item) => tier(item.itemId) > 0 || isMatch(item, threshold) || isPinned.has(item.itemId))
      .map((item) => ranked(item, without));
  const items = toResults(evidence);
  let complete = isComplete(lists, threshold);
  const add = (further: Evidence): void => {
    const found = new Set(items.map(({ item }) => item.itemId));
    items.push(...toResults(further).filter(({ item }) => !found.has(item.itemId)));
  };
  if (also) add(gatherEvidence(also.lists, weights, also.itemIds));
  if (narrower && !complete) {
    add(gatherEvidence(narrower, weights));
    complete = isComplete(narrower, threshold);
  }
  items.sort((a, b) => b.tier - a.tier || b.score - a.score || a.item.itemId - b.item.itemId);
  const candidates = {
    all: evidence.items,
    ranked: (item: ItemEvidence) => ranked(item, evidence.without),
    partsOf,
  };
  return { items, complete, field, candidates };
}

/** Chunks below the threshold are not results, so a list that reaches below it counts as complete. */
export function isComplete(lists: CandidateLists, threshold: number): boolean {
  const { nearChunks, keywordChunks, keywordItems, titleItems } = lists;
  const last = nearChunks.hits.at(-1);
  const near = nearChunks.complete || (last !== undefined && last.score < threshold);
  return near && keywordChunks.complete && keywordItems.complete && titleItems.complete;
}
