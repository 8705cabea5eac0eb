/**
 * Turns ranking scores into probabilities, with two logistic regressions fitted by `npm run eval -- calibrate` on
 * queries with known relevant items and on queries without an answer (docs/search-quality.md). One estimates
 * whether the library answers the query at all, from the query's words and the nearest item as a whole; the
 * other, whether an item is relevant, from its lead over the other candidates.
 */
import { dot } from '../embedding/vectors.js';
import type { Background } from '../embedding/background.js';
import type { QueryEmbedding } from '../query/query-embedder.js';
import type { WordEvidence } from './word-evidence.js';

/** Minimum probability of a result, unless the caller sets another one. */
export const MIN_SCORE = 0.0006;
/**
 * The same for the first results: if a query has an answer, its first page is worth showing, however far the
 * items are behind the best one.
 */
export const FIRST_MIN_SCORE = 0.00005;
const FIRST = 10;

/** @param at rank, from 0 */
export const leastScore = (at: number): number => (at < FIRST ? FIRST_MIN_SCORE : MIN_SCORE);

/** Coefficients, in the order of `answerFeatures` and `itemFeatures`. */
export interface RelevanceFit {
  answer: readonly number[];
  /** Log-odds from which a query counts as answered. */
  answeredFrom: number;
  item: readonly number[];
}

/** Fitted in hybrid mode; semantic mode has the same features. */
const WITH_MEANING = [-3.627, 0.785, 2.807, 3.477, -11.805, 7.18, 0.006, 3.251, 0.209, -2.352];

export const RELEVANCE_FITS: Readonly<Record<'hybrid' | 'semantic' | 'keyword', RelevanceFit>> = {
  hybrid: {
    answer: WITH_MEANING,
    answeredFrom: -0.45,
    item: [-5.3, 0.826, 0.362, -0.105, 0.863, 7.573, -10.565, 1.418, 3.239, -2.254],
  },
  semantic: {
    answer: WITH_MEANING,
    answeredFrom: -0.45,
    item: [-1.545, 1.292, 0.356, -0.383, 0.157, 6.369, -5.784, 0.511, 3.323, -3.578],
  },
  keyword: {
    answer: [-0.401, 0, 2.063, 2.063, -13.37, 6.379, 0, 2.797, 2.836, 0],
    answeredFrom: -2.477,
    item: [-2.593, 0, 0.297, -1.345, 0.738, -3.871, 6.379, 0, 0, 0],
  },
};

/** Steepness of the step between unanswered and answered queries. */
const STEEPNESS = 20;
/**
 * Range of log-odds below that step in which a query may still be answered, e.g. by titles with rare words. An
 * item is then a result only if the odds that it is the one meant are at least one in five, which few reach.
 */
const IN_DOUBT = 2.5;
const MEANT = 0.2;
const IN_DOUBT_FLOOR = (FIRST_MIN_SCORE * (1 - MEANT)) / MEANT;
/** The step falls no further than this many log-odds. */
const MAX_BELOW = 50;

/** Closeness of the nearest item, in spreads of the model's background, is clamped to this range. */
const CLOSENESS = { min: -1, max: 5 };
/** The same for the contrast. */
const CONTRAST = { min: -3, max: 3 };
/**
 * Shares of the query in one text, from which it may be, and certainly is, what that text says. That excuses so much of
 * an errand, down to a slight matter of talks.
 */
const SAID = { from: 0.6, to: 0.75, excused: 2.2, least: -0.3 };
/** A query of so few words may be a topic ("blood pressure"), and counts as found together to this share. */
const TOPIC = { words: 2, share: 0.7 };

/**
 * Upper limits for the logarithm of the number of content words; beyond them, more words say nothing about
 * whether a query is answered.
 */
const MAX_LENGTH = 1;
const MAX_COVERED_LENGTH = 2;

/**
 * Features that tell whether the library answers a query. With `m` the closeness of the nearest item as a whole
 * in spreads of the background, and `w` the logarithm of the number of content words, at most 1: 1, m, share of
 * the words in the library, share in the library or the model, w, w × share in one text, w × m; then, with `v`
 * the same logarithm, at most 2: v and v × share in one text, because a longer query needs more of its words in
 * one text; last, how much the query is an errand rather than a matter of talks, which says less if one text contains the
 * query as it was typed.
 * @param centroid the greatest cosine between the query and an item as a whole
 * @param embedding null without vectors
 * @param isTranslated whether the words are not those that were typed
 */
export function answerFeatures(
  { words, inLibrary, known, coverage, together }: WordEvidence,
  centroid: number,
  embedding: Pick<QueryEmbedding, 'background' | 'contrast'> | null,
  isTranslated: boolean,
): number[] {
  const closeness = embedding ? clamped(standardised(centroid, embedding.background), CLOSENESS) : 0;
  const contrast = embedding ? clamped(embedding.contrast, CONTRAST) : 0;
  const said = clamped((together - SAID.from) / (SAID.to - SAID.from), { min: 0, max: 1 });
  const excused = Math.max(Math.min(contrast, SAID.least), contrast - said * SAID.excused);
  const errand = words <= TOPIC.words ? excused * (1 - TOPIC.share) : excused;
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
    isTranslated || contrast < 0 ? contrast : errand,
  ];
}

const standardised = (cosine: number, { mean, spread }: Background): number =>
  (cosine - mean) / Math.max(spread, 1e-6);

const clamped = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.max(min, Math.min(max, value));

/** Candidates further than this behind the best score are not distinguished. */
const MAX_GAP = 25;
/** Lower limit of gap plus crowd in nats, which caps the log-odds of the best candidate at six. */
const MIN_LEAD = 0.0025;

/** Summary of a query's candidates. */
export interface CandidateStats {
  best: number;
  /** Logarithm of the effective number of candidates level with the best one. */
  crowd: number;
  /**
   * The greatest share of the query's words that occurs in one text: a lead says less if they occur only in
   * different texts.
   */
  together: number;
  /** How long the query is, 0..1: the words of a short one often occur together. */
  longness: number;
}

/** The inputs to the scores of a search. */
export interface RelevanceSigns {
  mode: keyof typeof RELEVANCE_FITS;
  /** From `answerFeatures`. */
  answer: readonly number[];
  field: CandidateStats;
  /** All candidates, best first, with their ranking scores. */
  candidates: readonly { itemId: number; score: number }[];
}

export function candidateStats(
  scores: readonly number[],
  { together, longness }: Pick<CandidateStats, 'together' | 'longness'>,
): CandidateStats {
  const best = scores.reduce((top, score) => Math.max(top, score), -Infinity);
  const sum = scores.reduce((total, score) => total + Math.exp(score - best), 0);
  const [top, crowd] = scores.length > 0 ? [best, Math.log(sum)] : [0, 0];
  return { best: top, crowd, together, longness };
}

/**
 * Features that tell whether an item is relevant to an answered query; the resulting probability grows with the
 * score. Of the item: the gap to the best score, and the log-odds of its softmax share. Of the query: how many
 * candidates are level, and the best score, which says more if one text contains the words of a long query
 * together.
 */
export function itemFeatures(score: number, { best, crowd, together, longness }: CandidateStats): number[] {
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

/** Minimum log-odds for showing the nearest items if there are no results; nonsense is below. */
const RELATED_FROM = -6;
/** Minimum share of words that the library or the model must know for that. */
const RELATED_KNOWN = 0.75;

/** Whether an unanswered query consists of real words, so that related items can be shown. */
export const hasRelated = (
  { words, known }: Pick<WordEvidence, 'words' | 'known'>,
  answer: readonly number[],
  fit: Pick<RelevanceFit, 'answer'>,
): boolean => words > 0 && known >= RELATED_KNOWN && dot(fit.answer, answer) >= RELATED_FROM;

/** Log-probability that a query is answered. @param answer from `answerFeatures` */
export function logAnswered(
  answer: readonly number[],
  fit: Pick<RelevanceFit, 'answer' | 'answeredFrom'>,
): number {
  const above = dot(fit.answer, answer) - fit.answeredFrom;
  return Math.max(logStep(above), Math.log(IN_DOUBT_FLOOR) + logStep(above + IN_DOUBT));
}

const logOddsOf = (score: number, field: CandidateStats, fit: RelevanceFit): number =>
  dot(fit.item, itemFeatures(score, field));

/**
 * The probability that an item with this score is relevant, 0..1; never lower for a higher score.
 * @param answer from `answerFeatures`
 */
export function relevanceOf(
  answer: readonly number[],
  field: CandidateStats,
  fit: RelevanceFit,
): (score: number) => number {
  const answered = logAnswered(answer, fit);
  return (score) => 1 / (1 + Math.exp(-(logOddsOf(score, field, fit) + answered)));
}

/**
 * Splits the log-odds of the probability: whether the library answers the query, what an item without any evidence
 * would have beside these candidates, and what each part of the score adds. As the log-odds are a function of the sum
 * of the parts, each gets its share of the difference (integrated gradients, Sundararajan et al. 2017).
 * @param parts of the item's ranking score
 */
export function relevanceSignals<P extends string>(
  parts: Readonly<Record<P, number>>,
  answer: readonly number[],
  field: CandidateStats,
  fit: RelevanceFit,
): Record<P | 'library' | 'competition', number> {
  const all = Object.entries(parts) as [P, number][];
  const score = all.reduce((sum, [, part]) => sum + part, 0);
  const competition = logOddsOf(0, field, fit);
  const share = score === 0 ? 0 : (logOddsOf(score, field, fit) - competition) / score;
  const signals = all.map(([name, part]) => [name, share * part] as const);
  return {
    library: logAnswered(answer, fit),
    competition,
    ...(Object.fromEntries(signals) as Record<P, number>),
  };
}
