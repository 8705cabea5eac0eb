/** Finds the sentences at which the topic of a talk changes. */
import { cueStrength, dependsOnPrevious } from './cues.js';
import type { Outline } from './outline.js';
import { accumulate, similarity } from './term-weights.js';
import { unitVectors } from './topic-vectors.js';
import { dot } from '../embedding/vectors.js';

/** Minimum and maximum number of chapters of a talk … */
const MIN_CHAPTERS = 4;
export const MAX_CHAPTERS = 12;
/** … and the number of words per chapter: a short talk has fewer chapters, a very short one none. */
const WORDS_PER_CHAPTER = 250;
/** Minimum share of the talk per chapter. */
const SHORTEST_SHARE = 1 / 30;
const SHORTEST_UNITS = 2;
/** Tuned on concatenated sermons and talks of the development data. */
const PENALTY = 0.32;
/** Bonus for a chapter that begins with a heading, a cue phrase or a pause, as a share of the penalty. */
const CUE_BONUS = 0.07;
/** Minimum silence between parts in ms … */
const PAUSE_MS = 2_500;
/** … and its strength relative to a cue phrase. */
const PAUSE_STRENGTH = 0.5;
/** Strength of a heading. */
const HEADING_STRENGTH = 6;
const RUN_STRENGTH = 0.8;
const TURN_STRENGTH = 0.2;
/** Penalty for sentences that refer to the previous one: a chapter should not begin with one … */
const LEANING_STRENGTH = -0.4;
/** … or with an exclamation or an answer: "Yes.", "Thank you". */
const SHORT_WORDS = 4;
/** Weight of word similarity against cues in the choice of the sentence. */
const WORDS_WEIGHT = 1;

/** How likely something new begins at each sentence. */
function openings({ sentences }: Outline): Float64Array {
  return Float64Array.from(sentences, ({ text, words, heading, opensRun, pauseMs, speaker }, at) => {
    const before = sentences[at - 1];
    if (heading) return before?.heading ? 0 : HEADING_STRENGTH;
    // Text after a heading belongs to the heading.
    if (before?.heading) return 0;
    const pause = opensRun ? RUN_STRENGTH : pauseMs >= PAUSE_MS ? PAUSE_STRENGTH : 0;
    const turn = before && speaker !== null && speaker !== before.speaker ? TURN_STRENGTH : 0;
    const leans = words < SHORT_WORDS || dependsOnPrevious(text) ? LEANING_STRENGTH : 0;
    return Math.max(cueStrength(text), pause) + turn + leans;
  });
}

/**
 * @param from,to the sentences to divide; `to` is exclusive
 * @param most maximum number of chapters
 * @returns the first sentence of each chapter, starting with `from`; empty if the text is too short to divide
 */
export function findBoundaries(outline: Outline, from: number, to: number, most = MAX_CHAPTERS): number[] {
  const { sentences, terms, embeddings } = outline;
  const words = sentences.slice(from, to).reduce((sum, sentence) => sum + sentence.words, 0);
  const max = Math.min(most, Math.floor(words / WORDS_PER_CHAPTER));
  if (max < 2) return [];
  const units = [from, ...outline.units.filter((unit) => unit > from && unit < to)];
  const strengths = openings(outline);
  const bonus = units.map((unit, at) => {
    // Includes cues in the previous unit, because the boundary is moved to them.
    const around = strengths.subarray(units[at - 1] ?? unit, units[at + 1] ?? to);
    return CUE_BONUS * Math.max(0, ...around);
  });
  const vectors = unitVectors(sentences.slice(0, to), units, terms, embeddings);
  const minLength = Math.max(SHORTEST_UNITS, Math.ceil(units.length * SHORTEST_SHARE));
  const boundaries = divideIntoSegments(vectors, {
    min: Math.min(MIN_CHAPTERS, max),
    max,
    minLength,
    penalty: PENALTY,
    bonus,
  });
  const starts = [from];
  boundaries.forEach((cut, at) => {
    const left = starts.at(-1)!;
    const right = boundaries[at + 1] === undefined ? to : units[boundaries[at + 1]!]!;
    const window = [Math.max(left + 1, units[cut - 1]!), Math.min(right, units[cut + 1] ?? to)] as const;
    starts.push(firstSentence(outline, strengths, [left, right], window));
  });
  return starts;
}

/**
 * The sentence within the window that divides two chapters best: the sentences before it are similar to the left
 * chapter, those after it to the right one.
 */
function firstSentence(
  { terms: { vectors } }: Outline,
  strengths: Float64Array,
  [left, right]: readonly [number, number],
  [first, end]: readonly [number, number],
): number {
  const before = accumulate(vectors, left, first);
  const after = accumulate(vectors, end, right);
  let sum = 0;
  const gains = [0];
  for (let at = first; at < end - 1; at++) {
    sum += similarity(vectors[at]!, before) - similarity(vectors[at]!, after);
    gains.push(sum);
  }
  const [low, high] = [Math.min(...gains), Math.max(...gains)];
  let best = first;
  let bestValue = -Infinity;
  gains.forEach((gain, at) => {
    const value = (high > low ? (WORDS_WEIGHT * (gain - low)) / (high - low) : 0) + strengths[first + at]!;
    if (value <= bestValue) return;
    bestValue = value;
    best = first + at;
  });
  return best;
}

interface SegmentationOptions {
  /** Minimum and maximum number of runs; fewer than the minimum if there is no room. */
  min: number;
  max: number;
  /** Minimum number of vectors per run. */
  minLength: number;
  /** Minimum gain of each further run, as a share of the square root of the number of vectors. */
  penalty: number;
  /** Bonus for a run that begins at the vector, as a share of the penalty. */
  bonus: ArrayLike<number>;
}

/**
 * Finds the division that maximises the sum of the lengths of the runs' summed vectors, by dynamic programming:
 * the objective of content vector segmentation (Alemi and Ginsparg, 2015). For n random vectors, a division gains
 * in proportion to √n, so the penalty is proportional to √n too. Takes n² steps; callers limit n.
 *
 * @returns the start of each run after the first
 */
function divideIntoSegments(vectors: readonly Float32Array[], options: SegmentationOptions): number[] {
  const n = vectors.length;
  const { minLength, bonus } = options;
  const most = Math.max(1, Math.min(options.max, Math.floor(n / minLength)));
  const least = Math.min(options.min, most);
  const penalty = options.penalty * Math.sqrt(n);
  const lengths = runLengths(vectors);
  // best[runs][end]: the greatest value for this number of runs up to `end`; start: where the last of them
  // begins.
  const best = Array.from({ length: most + 1 }, () => new Float64Array(n + 1).fill(-Infinity));
  const start = Array.from({ length: most + 1 }, () => new Int32Array(n + 1));
  best[0]![0] = 0;
  for (let end = minLength; end <= n; end++) {
    for (let begin = 0; begin <= end - minLength; begin++) {
      const value = lengths(begin, end) + (begin > 0 ? bonus[begin]! * penalty : 0);
      for (let runs = 1; runs <= most; runs++) {
        const total = best[runs - 1]![begin]! + value;
        if (total <= best[runs]![end]!) continue;
        best[runs]![end] = total;
        start[runs]![end] = begin;
      }
    }
  }
  let chosen = least;
  const worth = (runs: number): number => best[runs]![n]! - penalty * runs;
  for (let runs = least + 1; runs <= most; runs++) if (worth(runs) > worth(chosen)) chosen = runs;
  const begins: number[] = [];
  for (let runs = chosen, end = n; runs > 1; runs--) begins.unshift((end = start[runs]![end]!));
  return begins;
}

/** Returns the length of the sum of any consecutive vectors, computed from prefix sums of their dot products. */
function runLengths(vectors: readonly Float32Array[]): (begin: number, end: number) => number {
  const n = vectors.length;
  const width = n + 1;
  const sums = new Float64Array(width * width);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) {
      const product = dot(vectors[i]!, vectors[j]!);
      sums[(i + 1) * width + j + 1] = sums[(j + 1) * width + i + 1] = product;
    }
  }
  for (let i = 1; i <= n; i++)
    for (let j = 1; j <= n; j++)
      sums[i * width + j]! +=
        sums[(i - 1) * width + j]! + sums[i * width + j - 1]! - sums[(i - 1) * width + j - 1]!;
  return (begin, end) => {
    const square = sums[end * width + end]! - 2 * sums[begin * width + end]! + sums[begin * width + begin]!;
    return Math.sqrt(Math.max(0, square));
  };
}
