/**
 * Turns the ranking's scores into probabilities. Two logistic regressions, fitted by `npm run eval -- calibrate` to
 * queries whose relevant items are known and to queries that nothing answers (docs/search-quality.md): one tells
 * whether the library answers the query at all, from the query's words and the nearest item as a whole; the other,
 * whether an item is relevant, from its lead over the other candidates.
 */
import { dot } from '../embedding/vectors.js';
import type { Background } from '../embedding/background.js';
import type { WordEvidence } from './word-evidence.js';

/** Probability from which a candidate is a result, unless the caller names another one. */
export const MIN_SCORE = 0.0006;
/**
 * The same for the first ones in order: what a query that is answered finds on its first page is worth showing, however
 * far behind the best.
 */
export const FIRST_MIN_SCORE = 0.00005;
const FIRST = 10;

/** @param at place in the order, from 0 */
export const leastScore = (at: number): number => (at < FIRST ? FIRST_MIN_SCORE : MIN_SCORE);

/** Coefficients, in the order of `answerFeatures` and `itemFeatures`. */
export interface RelevanceFit {
  answer: readonly number[];
  /** Log-odds from which a query is taken to be answered. */
  answeredFrom: number;
  item: readonly number[];
}

export const RELEVANCE_FITS: Readonly<Record<'hybrid' | 'semantic' | 'keyword', RelevanceFit>> = {
  hybrid: {
    answer: [-3.659, 0.778, 2.968, 3.4, -14.591, 9.713, 0.333, 3.168, 1.157],
    answeredFrom: -0.955,
    item: [-5.3, 0.826, 0.362, -0.105, 0.863, 7.573, -10.565, 1.418, 3.239, -2.254],
  },
  semantic: {
    answer: [-3.665, 0.755, 3.17, 3.387, -13.995, 8.647, 0.36, 2.816, 1.466],
    answeredFrom: -0.988,
    item: [-1.545, 1.292, 0.356, -0.383, 0.157, 6.369, -5.784, 0.511, 3.323, -3.578],
  },
  keyword: {
    answer: [-0.401, 0, 2.063, 2.063, -13.37, 6.379, 0, 2.797, 2.836],
    answeredFrom: -2.477,
    item: [-2.593, 0, 0.297, -1.345, 0.738, -3.871, 6.379, 0, 0, 0],
  },
};

/** A query is answered or not: the steepness of the step from one to the other. */
const STEEPNESS = 20;
/**
 * Log-odds below that step in which a query may still be answered: titles of rare words are there. An item is then a
 * result if it would be the one meant at least once in five times, which few are.
 */
const IN_DOUBT = 2.5;
const MEANT = 0.2;
const IN_DOUBT_FLOOR = (FIRST_MIN_SCORE * (1 - MEANT)) / MEANT;
/** Log-odds beyond which a step no longer falls. */
const MAX_BELOW = 50;

/** Closeness of the nearest item, in spreads of the model's background, beyond which it says no more. */
const CLOSENESS = { min: -1, max: 5 };

/** Logarithms of the number of content words beyond which more of them say no more of whether a query is answered. */
const MAX_LENGTH = 1;
const MAX_COVERED_LENGTH = 2;

/**
 * What tells whether the library answers a query. With `m` the closeness of the nearest item as a whole in spreads of the
 * background, and `w` the logarithm of the number of content words, 1 at most: 1, m, share of the words in the library,
 * share in the library or the model, w, w times the share in one text, w times m; then, with `v` that logarithm, 2 at
 * most, v and v times the share in one text: of a longer query one text must have more.
 * @param centroid the greatest cosine of the query with an item as a whole; null without vectors
 */
export function answerFeatures(
  { words, inLibrary, known, coverage }: WordEvidence,
  centroid: number | null,
  { mean, spread }: Background,
): number[] {
  const closeness =
    centroid === null
      ? 0
      : Math.max(CLOSENESS.min, Math.min(CLOSENESS.max, (centroid - mean) / Math.max(spread, 1e-6)));
  const all = Math.log(Math.max(1, words));
  const length = Math.min(MAX_LENGTH, all);
  const covered = Math.min(MAX_COVERED_LENGTH, all);
  return [
    1,
    closeness,
    inLibrary,
    known,
    length,
    coverage * length,
    closeness * length,
    covered,
    coverage * covered,
  ];
}

/** Gaps to the best score beyond which a candidate is as good as none. */
const MAX_GAP = 25;
/** What the best one leads by, in nats, is no more than this: six, as the logarithm of the odds. */
const MIN_LEAD = 0.0025;

/** The candidates of a query. */
export interface Field {
  best: number;
  /** The logarithm of the number of candidates that are level with the best one. */
  crowd: number;
  /** The greatest share of the query's words in one text: a lead says less where they are only found apart. */
  together: number;
  /** How long the query is, 0..1: all words of a short one are soon together. */
  longness: number;
}

/** What the scores of a search are made of. */
export interface RelevanceSigns {
  mode: keyof typeof RELEVANCE_FITS;
  /** As of `answerFeatures`. */
  answer: readonly number[];
  field: Field;
  /** All candidates, best first, with the scores that rank them. */
  candidates: readonly { itemId: number; score: number }[];
}

export function fieldOf(
  scores: readonly number[],
  { together, longness }: Pick<Field, 'together' | 'longness'>,
): Field {
  const best = scores.reduce((top, score) => Math.max(top, score), -Infinity);
  const sum = scores.reduce((total, score) => total + Math.exp(score - best), 0);
  const [top, crowd] = scores.length > 0 ? [best, Math.log(sum)] : [0, 0];
  return { best: top, crowd, together, longness };
}

/**
 * What tells whether an item is relevant to a query that is answered. Grows with its score. Of the item: the gap to the
 * best score, and the log-odds of the item's softmax share. Of the query: how many are level, and the best score, which
 * says more where one text has the words of a long query together.
 */
export function itemFeatures(score: number, { best, crowd, together, longness }: Field): number[] {
  const gap = Math.max(0, Math.min(MAX_GAP, best - score));
  const odds = -Math.log(Math.expm1(Math.max(MIN_LEAD, gap + crowd)));
  const height = Math.log1p(Math.max(0, best));
  const held = together * longness;
  return [
    1,
    -Math.log1p(gap),
    odds,
    crowd,
    together,
    longness,
    held,
    height,
    height * held,
    height * longness,
  ];
}

const logStep = (above: number): number => -Math.log1p(Math.exp(-STEEPNESS * Math.max(-MAX_BELOW, above)));

/** Log-odds from which the nearest items may be shown where nothing is a result: nonsense is below. */
const RELATED_FROM = -6;
/** Share of the words that the library or the model must know for that. */
const RELATED_KNOWN = 0.75;

/** Whether a query that is not answered is in words, so that something is related to it. */
export const hasRelated = (
  { words, known }: Pick<WordEvidence, 'words' | 'known'>,
  answer: readonly number[],
  fit: Pick<RelevanceFit, 'answer'>,
): boolean => words > 0 && known >= RELATED_KNOWN && dot(fit.answer, answer) >= RELATED_FROM;

/** Log-probability that a query is answered. @param answer as of `answerFeatures` */
export function logAnswered(
  answer: readonly number[],
  fit: Pick<RelevanceFit, 'answer' | 'answeredFrom'>,
): number {
  const above = dot(fit.answer, answer) - fit.answeredFrom;
  return Math.max(logStep(above), Math.log(IN_DOUBT_FLOOR) + logStep(above + IN_DOUBT));
}

/**
 * The probability that an item of this score is relevant, 0..1; a higher score never has a lower one.
 * @param answer as of `answerFeatures`
 */
export function relevanceOf(
  answer: readonly number[],
  field: Field,
  fit: RelevanceFit,
): (score: number) => number {
  const answered = logAnswered(answer, fit);
  return (score) => 1 / (1 + Math.exp(-(dot(fit.item, itemFeatures(score, field)) + answered)));
}
