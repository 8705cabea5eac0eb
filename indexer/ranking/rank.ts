/** Scores items and chunks from the evidence of all candidates, and sorts the items. */
import type { SearchMode } from '../query/request.js';
import {
  gatherEvidence,
  type CandidateLists,
  type ChunkEvidence,
  type Evidence,
  type ItemEvidence,
} from './evidence.js';
import { fieldOf, relevanceOf, RELEVANCE_FITS, type Field } from './relevance.js';
import type { ChunksOf } from './chunk-counts.js';
import type { Weights } from './weights.js';

/** What the score takes into account. */

/** Properties of the query that the weights depend on. */
export interface QueryKind {
  mode: SearchMode;
  /** Words as typed, stop words included. */
  words: number;
  /** Mean number of words of the candidate chunks. */
  chunkWords: number;
  /** The greatest share of the query's words that occurs in one text, 0..1. */
  together: number;
  /** Standard deviation of the model's cosines between unrelated texts: the prior while candidates are few. */
  spread: number;
}

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
  field: Field;
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
  /** Candidates among the items that the query names. They add results but change no scores. */
  named?: { lists: CandidateLists; itemIds: readonly number[] } | undefined;
}

/** Number of candidates at which the deviation of their scores counts as much as the model's. */
const PRIOR_CANDIDATES = 20;

const hasWords = (item: ItemEvidence): boolean =>
  item.bestBm25 > 0 || item.itemBm25 > 0 || item.titleBm25 > 0;

/**
 * Standardises scores over all candidates of `lists`; those below the threshold are included there and dropped
 * afterwards. The narrower lists are ignored if `lists` are complete, because they can only repeat them.
 */
export function rankItems(
  lists: CandidateLists,
  { kind, weights, threshold, tier = () => 0, alsoItemIds, answer, chunksOf, narrower, named }: RankOptions,
): Ranking {
  const evidence = gatherEvidence(lists, weights, alsoItemIds);
  const scoreOf = createScorer(evidence.items, kind, weights, chunksOf);
  const field = fieldOf(evidence.items.map(scoreOf), {
    together: kind.together,
    longness: longness(kind, weights),
  });
  const relevance = relevanceOf(answer, field, RELEVANCE_FITS[kind.mode]);
  const toResults = ({ items, without }: Evidence): RankedItem[] =>
    items
      .filter((item) => tier(item.itemId) > 0 || item.bestCosine >= threshold || hasWords(item))
      .map((item) => {
        const score = scoreOf(item);
        const worthOf = (chunk: ChunkEvidence): number => score - scoreOf(without(item, chunk));
        return { item, tier: tier(item.itemId), score, worthOf, relevance: relevance(score) };
      });
  const items = toResults(evidence);
  let complete = isComplete(lists, threshold);
  const add = (further: Evidence): void => {
    const found = new Set(items.map(({ item }) => item.itemId));
    items.push(...toResults(further).filter(({ item }) => !found.has(item.itemId)));
  };
  if (named) add(gatherEvidence(named.lists, weights, named.itemIds));
  if (narrower && !complete) {
    add(gatherEvidence(narrower, weights));
    complete = isComplete(narrower, threshold);
  }
  items.sort((a, b) => b.tier - a.tier || b.score - a.score || a.item.itemId - b.item.itemId);
  return { items, complete, field };
}

/** Chunks below the threshold are not results, so a list that reaches below it counts as complete. */
export function isComplete(lists: CandidateLists, threshold: number): boolean {
  const { nearChunks, keywordChunks, keywordItems, titleItems } = lists;
  const last = nearChunks.hits.at(-1);
  const near = nearChunks.complete || (last !== undefined && last.score < threshold);
  return near && keywordChunks.complete && keywordItems.complete && titleItems.complete;
}

/**
 * Weight of keywords against meaning: 0 for an empty query, 1/2 at `halfWeightWords`, approaching 1 for long ones
 * (a Hill function with exponent 2). Reduced if chunks are too short for a single word to be their subject.
 */
export function keywordWeight(kind: Pick<QueryKind, 'words' | 'chunkWords'>, weights: Weights): number {
  const full = Math.min(1, kind.chunkWords / weights.fullChunkWords) ** 2;
  return longness(kind, weights) * full;
}

/** How long a query is: 0 if empty, 1/2 at `halfWeightWords`, approaching 1. */
const longness = ({ words }: Pick<QueryKind, 'words'>, { halfWeightWords }: Weights): number =>
  words ** 2 / (words ** 2 + halfWeightWords ** 2);

/**
 * How far the words of the query can be expected in its answer: 1 for a short query, or if one text contains all
 * of them; low for a long query whose words occur only in different texts.
 */
const wordTrust = (kind: Pick<QueryKind, 'words' | 'together'>, weights: Weights): number =>
  kind.together ** (weights.trust * longness(kind, weights));

/**
 * Softmax share of a score among `scores`: near 1 if it is far ahead of all others, near 0 if many are close. A
 * score of 0 is no match and has no share.
 */
export function softmaxShare(scores: readonly number[], scale: number): (score: number) => number {
  const top = scores.reduce((best, score) => Math.max(best, score), 0);
  const sum = scores.reduce(
    (total, score) => (score > 0 ? total + Math.exp((score - top) / scale) : total),
    0,
  );
  return (score) => (score > 0 && sum > 0 ? Math.min(1, Math.exp((score - top) / scale) / sum) : 0);
}

/** Returns standard scores; the deviation is drawn towards `prior` while there are few values. */
export function standardise(values: readonly number[], prior: number): (value: number) => number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt((squares + PRIOR_CANDIDATES * prior ** 2) / (n + PRIOR_CANDIDATES));
  return (value) => (deviation > 0 ? (value - mean) / deviation : 0);
}

/** Scores an item relative to `items`: meaning in standard deviations over them, plus keywords in nats of BM25. */
function createScorer(
  items: readonly ItemEvidence[],
  kind: QueryKind,
  weights: Weights,
  chunksOf: ChunksOf,
): (item: ItemEvidence) => number {
  const keyword = keywordScorer(items, kind, weights);
  if (kind.mode === 'keyword') return keyword;
  const bestChunk = weights.bestChunk * longness(kind, weights);
  const meaning = ({ itemId, cosine, centroid, bestPossible }: ItemEvidence): number => {
    const byChance = weights.byChance * kind.spread * bestByChance(chunksOf(itemId));
    return cosine - byChance + weights.centroid * centroid + bestChunk * (bestPossible - byChance);
  };
  const deviations = standardise(items.map(meaning), kind.spread);
  return (item) => weights.meaning * deviations(meaning(item)) + (kind.mode === 'hybrid' ? keyword(item) : 0);
}

/** Assumed number of chunks of an item for which it is unknown or zero. */
const USUAL_CHUNKS = 70;

/**
 * How far the nearest of an item's chunks is above the mean by chance, in standard deviations: about sqrt(2 ln n)
 * for n normally distributed values.
 */
const bestByChance = (chunks: number | undefined): number =>
  Math.sqrt(2 * Math.log(1 + (chunks || USUAL_CHUNKS)));

function keywordScorer(
  items: readonly ItemEvidence[],
  kind: QueryKind,
  weights: Weights,
): (item: ItemEvidence) => number {
  const trust = kind.mode === 'keyword' ? 1 : wordTrust(kind, weights);
  const weight = kind.mode === 'keyword' ? 1 : keywordWeight(kind, weights);
  const margin = softmaxShare(
    items.map((item) => item.bestBm25),
    weights.marginScale,
  );
  const title = titleScorer(items, weights);
  return (item) => {
    const chunks = weights.chunkKeyword * item.bm25;
    const whole = weights.itemKeyword * item.itemBm25;
    const words = weight * (chunks + whole + title(item)) + weights.margin * margin(item.bestBm25);
    return trust * words;
  };
}

/**
 * A title that matches as much of the query as the best chunk was probably sought; a match of one word out of
 * many is chance.
 */
function titleScorer(items: readonly ItemEvidence[], weights: Weights): (item: ItemEvidence) => number {
  const bestChunk = items.reduce((best, item) => Math.max(best, item.bestBm25), 0);
  const margin = softmaxShare(
    items.map((item) => item.titleBm25),
    weights.marginScale,
  );
  return ({ titleBm25 }) => {
    const coverage = titleBm25 < bestChunk ? (titleBm25 / bestChunk) ** 2 : 1;
    return coverage * (weights.titleKeyword * titleBm25 + weights.titleMargin * margin(titleBm25));
  };
}

/** The score of a chunk, to order the chunks within an item: the same balance of meaning and words as for items. */
export function scoreChunk(chunk: ChunkEvidence, kind: QueryKind, weights: Weights): number {
  const keyword = chunk.bm25 * weights.chunkKeyword;
  if (kind.mode === 'keyword') return keyword;
  const meaning = (weights.meaning * chunk.cosine) / kind.spread;
  return kind.mode === 'semantic'
    ? meaning
    : meaning + keyword * keywordWeight(kind, weights) * wordTrust(kind, weights);
}
