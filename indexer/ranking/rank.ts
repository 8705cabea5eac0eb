/** Scores items and chunks from the evidence of all candidates together, and puts the items in order. */
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

/** What a score takes into account. */

/** What the weights depend on besides the constants. */
export interface QueryKind {
  mode: SearchMode;
  /** Words as typed, stop words included. */
  words: number;
  /** Mean number of words of the candidate chunks. */
  chunkWords: number;
  /** The greatest share of the query's words in one text, 0..1. */
  together: number;
  /** Standard deviation of this model's cosines between unrelated texts: the prior while candidates are few. */
  spread: number;
}

export interface RankedItem {
  item: ItemEvidence;
  /** Higher tiers come first, whatever the scores. */
  tier: number;
  score: number;
  /** How much lower the score would be without one of the item's chunks. */
  worthOf(chunk: ChunkEvidence): number;
  /** Probability that the item is relevant, whatever its tier. */
  relevance: number;
}

interface Ranking {
  /** Best first; a total order, so that pages never overlap. */
  items: RankedItem[];
  /** Whether there can be no result beyond the candidates. */
  complete: boolean;
  /** Of all candidates, results or not. */
  field: Field;
}

interface RankOptions {
  kind: QueryKind;
  weights: Weights;
  /** Minimum cosine of a chunk that makes its item a result by meaning alone. */
  threshold: number;
  /** 0 unless the query names a scripture; an item in a higher tier is a result whatever its scores. */
  tier?: (itemId: number) => number;
  /** Further candidates that no list contains. */
  alsoItemIds?: readonly number[];
  /** As of `answerFeatures`. */
  answer: readonly number[];
  chunksOf: ChunksOf;
  /** Candidates under a filter, which `lists` without it may have cut off. They add results and change no score. */
  narrower?: CandidateLists | undefined;
  /** Candidates among the items that the query names. They too add results and change no score. */
  named?: { lists: CandidateLists; itemIds: readonly number[] } | undefined;
}

/** Candidates at which the deviation of their scores counts as much as the model's own. */
const PRIOR_CANDIDATES = 20;

const hasWords = (item: ItemEvidence): boolean =>
  item.bestBm25 > 0 || item.itemBm25 > 0 || item.titleBm25 > 0;

/**
 * Scores are standardised over all candidates of `lists`; those below the threshold count there and are dropped
 * afterwards. Results of the narrower lists are left out where `lists` are complete, as they can only repeat them.
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

/** Chunks below the threshold are no results, so a list that reaches below it is as good as complete. */
export function isComplete(lists: CandidateLists, threshold: number): boolean {
  const { nearChunks, keywordChunks, keywordItems, titleItems } = lists;
  const last = nearChunks.hits.at(-1);
  const near = nearChunks.complete || (last !== undefined && last.score < threshold);
  return near && keywordChunks.complete && keywordItems.complete && titleItems.complete;
}

/**
 * How much keywords count against meaning: 0 for an empty query, towards 1 for a long one, half at `halfWeightWords` (a
 * Hill function of the square); less when chunks are too short for a single word to be their subject.
 */
export function keywordWeight(kind: Pick<QueryKind, 'words' | 'chunkWords'>, weights: Weights): number {
  const full = Math.min(1, kind.chunkWords / weights.fullChunkWords) ** 2;
  return longness(kind, weights) * full;
}

/** How long a query is: 0 for an empty one, half at `halfWeightWords`, towards 1. */
const longness = ({ words }: Pick<QueryKind, 'words'>, { halfWeightWords }: Weights): number =>
  words ** 2 / (words ** 2 + halfWeightWords ** 2);

/**
 * How far the words of a query are those of its answer: 1 if one text has all of them, or for a short query; little for
 * a long one whose words are only found apart.
 */
const wordTrust = (kind: Pick<QueryKind, 'words' | 'together'>, weights: Weights): number =>
  kind.together ** (weights.trust * longness(kind, weights));

/**
 * Softmax share of a score among `scores`: near 1 for one that is far ahead of all others, near 0 when many are level.
 * A score of 0 is no match and has no share.
 */
export function softmaxShare(scores: readonly number[], scale: number): (score: number) => number {
  const top = scores.reduce((best, score) => Math.max(best, score), 0);
  const sum = scores.reduce(
    (total, score) => (score > 0 ? total + Math.exp((score - top) / scale) : total),
    0,
  );
  return (score) => (score > 0 && sum > 0 ? Math.min(1, Math.exp((score - top) / scale) / sum) : 0);
}

/** Standard scores; the deviation is drawn towards `prior` while values are few. */
export function standardise(values: readonly number[], prior: number): (value: number) => number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt((squares + PRIOR_CANDIDATES * prior ** 2) / (n + PRIOR_CANDIDATES));
  return (value) => (deviation > 0 ? (value - mean) / deviation : 0);
}

/**
 * Scores an item against `items`: meaning in standard deviations over them, plus keywords in nats of BM25.
 */
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

/** Chunks of an item of which nothing is known, or that has none which could be near by chance. */
const USUAL_CHUNKS = 70;

/**
 * How far the nearest of an item's chunks is above their mean by chance, in standard deviations: about sqrt(2 ln n) for
 * n normal values.
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
 * A title that contains as much of the query as the best chunk was probably searched for; one word of many is chance.
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

/** A chunk's own score, to order the chunks of an item: the same balance of meaning and words, without the item. */
export function scoreChunk(chunk: ChunkEvidence, kind: QueryKind, weights: Weights): number {
  const keyword = chunk.bm25 * weights.chunkKeyword;
  if (kind.mode === 'keyword') return keyword;
  const meaning = (weights.meaning * chunk.cosine) / kind.spread;
  return kind.mode === 'semantic'
    ? meaning
    : meaning + keyword * keywordWeight(kind, weights) * wordTrust(kind, weights);
}
