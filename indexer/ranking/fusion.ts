/** Scores items and passages from the evidence of all candidates together. */
import type { PassageEvidence, ItemEvidence } from './evidence.js';
import type { Weights } from './weights.js';

/** What a score takes into account. */
export type Mode = 'hybrid' | 'semantic' | 'keyword';

/** What the weights depend on besides the constants. */
export interface QueryKind {
  mode: Mode;
  /** Words as typed, stop words included. */
  words: number;
  /** Mean number of words of the candidate passages. */
  passageWords: number;
  /** Standard deviations of cosines with unrelated texts under this model: what scales are held to while candidates are few. */
  spread: number;
}

export interface ScoredItem {
  item: ItemEvidence;
  score: number;
}

/** Candidates at which the spread of their scores counts as much as the model's own. */
const PRIOR_CANDIDATES = 20;

/**
 * How much keywords count against meaning: 0 for a query of no words, towards 1 for a long one, half at `halfWeightWords` (a Hill function of
 * the square), less where passages are too short for a word to be a subject.
 */
export function keywordWeight(kind: Pick<QueryKind, 'words' | 'passageWords'>, weights: Weights): number {
  const long = kind.words ** 2 / (kind.words ** 2 + weights.halfWeightWords ** 2);
  const full = Math.min(1, kind.passageWords / weights.fullPassageWords) ** 2;
  return long * full;
}

/**
 * Share of each score in the sum of e^(score / scale): near 1 for one that is far ahead of all others, near 0 where many are level.
 * A score of 0 is no match and has no share.
 */
export function standout(scores: readonly number[], scale: number): number[] {
  const top = scores.reduce((best, score) => Math.max(best, score), 0);
  if (top === 0) return scores.map(() => 0);
  const shares = scores.map((score) => (score > 0 ? Math.exp((score - top) / scale) : 0));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/** Mean, and the standard deviation drawn towards `prior` while values are few. */
export function standardise(values: readonly number[], prior: number): (value: number) => number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt((squares + PRIOR_CANDIDATES * prior ** 2) / (n + PRIOR_CANDIDATES));
  return (value) => (deviation > 0 ? (value - mean) / deviation : 0);
}

/** Scores in the order of `items`. Meaning is in standard deviations over the candidates; keywords are added in nats of BM25, weighted by the kind of query. */
export function scoreItems(items: readonly ItemEvidence[], kind: QueryKind, weights: Weights): number[] {
  const keyword = keywordScores(items, kind, weights);
  if (kind.mode === 'keyword') return keyword;
  const meaning = items.map((item) => item.cosine + item.centroid);
  const deviations = standardise(meaning, kind.spread);
  return items.map((_, i) => deviations(meaning[i]!) + (kind.mode === 'hybrid' ? keyword[i]! : 0));
}

function keywordScores(items: readonly ItemEvidence[], kind: QueryKind, weights: Weights): number[] {
  const weight = kind.mode === 'keyword' ? 1 : keywordWeight(kind, weights);
  const alone = standout(
    items.map((item) => item.bestBm25),
    weights.standoutScale,
  );
  const titled = titleScores(items, weights);
  return items.map((item, i) => {
    const passages = weights.passageKeyword * item.bm25;
    const whole = weights.itemKeyword * item.itemBm25;
    return weight * (passages + whole + titled[i]!) + weights.standout * alone[i]!;
  });
}

/** A title that holds as much of the query as the best passage does was probably asked for; one word of many in a title is chance. */
function titleScores(items: readonly ItemEvidence[], weights: Weights): number[] {
  const bestPassage = items.reduce((best, item) => Math.max(best, item.bestBm25), 0);
  const alone = standout(
    items.map((item) => item.titleBm25),
    weights.standoutScale,
  );
  return items.map(({ titleBm25 }, i) => {
    const held = titleBm25 < bestPassage ? (titleBm25 / bestPassage) ** 2 : 1;
    return held * (weights.titleKeyword * titleBm25 + weights.titleStandout * alone[i]!);
  });
}

/** A passage's own score, to put a item's passages in order: the same trade of meaning and words, without the item. */
export function scorePassage(passage: PassageEvidence, kind: QueryKind, weights: Weights): number {
  const keyword = passage.bm25 * weights.passageKeyword;
  if (kind.mode === 'keyword') return keyword;
  const meaning = passage.cosine / kind.spread;
  return kind.mode === 'semantic' ? meaning : meaning + keyword * keywordWeight(kind, weights);
}
