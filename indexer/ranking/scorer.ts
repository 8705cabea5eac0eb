/** Computes the ranking scores of items and chunks, and the parts that they consist of. */
import type { SearchMode } from '../query/request.js';
import type { ChunkEvidence, ItemEvidence } from './evidence.js';
import type { ChunksOf } from './chunk-counts.js';
import type { Weights } from './weights.js';

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
  /** Whether an item is in the query's language; absent if the library has only one. */
  isOwnLanguage?: (itemId: number) => boolean;
}

/** Number of candidates at which the deviation of their scores counts as much as the model's. */
const PRIOR_CANDIDATES = 20;

/**
 * Weight of keywords against meaning: 0 for an empty query, 1/2 at `halfWeightWords`, approaching 1 for long ones
 * (a Hill function with exponent 2). Reduced if chunks are too short for a single word to be their subject.
 */
export function keywordWeight(kind: Pick<QueryKind, 'words' | 'chunkWords'>, weights: Weights): number {
  const full = Math.min(1, kind.chunkWords / weights.fullChunkWords) ** 2;
  return longness(kind, weights) * full;
}

/** How long a query is: 0 if empty, 1/2 at `halfWeightWords`, approaching 1. */
export const longness = ({ words }: Pick<QueryKind, 'words'>, { halfWeightWords }: Weights): number =>
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

/** What the ranking score of an item consists of; the parts add up to it. */
export interface ScoreParts {
  /** Meaning of the nearest passages, of the item as a whole and of its nearest passage, and what length is worth. */
  'meaning.passages': number;
  'meaning.item': number;
  'meaning.bestPassage': number;
  'meaning.length': number;
  /** Words in passages, in the whole item and in its title, and the lead of its best passage over others. */
  'words.passages': number;
  'words.item': number;
  'words.title': number;
  'words.lead': number;
  /** For the query's own language, in a library of several. */
  language: number;
}

export interface Scorer {
  scoreOf(item: ItemEvidence): number;
  partsOf(item: ItemEvidence): ScoreParts;
}

/**
 * Scores an item relative to `items`: meaning in standard deviations over them, plus keywords in nats of BM25, and its
 * language.
 */
export function createScorer(
  items: readonly ItemEvidence[],
  kind: QueryKind,
  weights: Weights,
  chunksOf: ChunksOf,
): Scorer {
  const scorer = evidenceScorer(items, kind, weights, chunksOf);
  const { isOwnLanguage } = kind;
  if (!isOwnLanguage) return scorer;
  const language = ({ itemId }: ItemEvidence): number => (isOwnLanguage(itemId) ? OWN_LANGUAGE : 0);
  return {
    scoreOf: (item) => scorer.scoreOf(item) + language(item),
    partsOf: (item) => ({ ...scorer.partsOf(item), language: language(item) }),
  };
}

function evidenceScorer(
  items: readonly ItemEvidence[],
  kind: QueryKind,
  weights: Weights,
  chunksOf: ChunksOf,
): Scorer {
  const keyword = keywordScorer(items, kind, weights);
  const hasWords = kind.mode !== 'semantic';
  if (kind.mode === 'keyword')
    return { scoreOf: keyword.scoreOf, partsOf: (item) => ({ ...NO_PARTS, ...keyword.partsOf(item) }) };
  const bestChunk = weights.bestChunk * longness(kind, weights);
  const meaning = ({ itemId, cosine, centroid, bestPossible }: ItemEvidence): number => {
    const byChance = weights.byChance * kind.spread * bestByChance(chunksOf(itemId));
    return cosine - byChance + weights.centroid * centroid + bestChunk * (bestPossible - byChance);
  };
  const deviations = standardise(items.map(meaning), kind.spread);
  /** The addends of `meaning`. */
  const addends = ({ itemId, cosine, centroid, bestPossible }: ItemEvidence): number[] => [
    cosine,
    weights.centroid * centroid,
    bestChunk * bestPossible,
    -(1 + bestChunk) * weights.byChance * kind.spread * bestByChance(chunksOf(itemId)),
  ];
  const meanAddends = (): number[] =>
    [0, 1, 2, 3].map(
      (at) => items.reduce((sum, item) => sum + addends(item)[at]!, 0) / Math.max(1, items.length),
    );
  return {
    scoreOf: (item) => weights.meaning * deviations(meaning(item)) + (hasWords ? keyword.scoreOf(item) : 0),
    partsOf: (item) => {
      const means = meanAddends();
      const scale = weights.meaning * (deviations(1) - deviations(0));
      const [passages, whole, best, length] = addends(item).map((value, at) => scale * (value - means[at]!));
      return {
        'meaning.passages': passages!,
        'meaning.item': whole!,
        'meaning.bestPassage': best!,
        'meaning.length': length!,
        ...(hasWords ? keyword.partsOf(item) : NO_WORDS),
        language: 0,
      };
    },
  };
}

/** What the query's own language is worth: a talk in it comes before one that answers about as well. */
const OWN_LANGUAGE = 1;

const NO_WORDS = { 'words.passages': 0, 'words.item': 0, 'words.title': 0, 'words.lead': 0 };
const NO_PARTS: ScoreParts = {
  'meaning.passages': 0,
  'meaning.item': 0,
  'meaning.bestPassage': 0,
  'meaning.length': 0,
  ...NO_WORDS,
  language: 0,
};

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
): { scoreOf: Scorer['scoreOf']; partsOf(item: ItemEvidence): typeof NO_WORDS } {
  const trust = kind.mode === 'keyword' ? 1 : wordTrust(kind, weights);
  const weight = kind.mode === 'keyword' ? 1 : keywordWeight(kind, weights);
  const margin = softmaxShare(
    items.map((item) => item.bestBm25),
    weights.marginScale,
  );
  const title = titleScorer(items, weights);
  const chunks = (item: ItemEvidence): number => weights.chunkKeyword * item.bm25;
  const whole = (item: ItemEvidence): number => weights.itemKeyword * item.itemBm25;
  const lead = (item: ItemEvidence): number => weights.margin * margin(item.bestBm25);
  return {
    scoreOf: (item) => trust * (weight * (chunks(item) + whole(item) + title(item)) + lead(item)),
    partsOf: (item) => ({
      'words.passages': trust * weight * chunks(item),
      'words.item': trust * weight * whole(item),
      'words.title': trust * weight * title(item),
      'words.lead': trust * lead(item),
    }),
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
