/** Finds verbatim and near-verbatim quotations of Bible verses in a text, in time linear in both. */
import type { VerseWords } from './verse-words.js';

export interface Quotation {
  /** Index among all verses in canonical order. */
  verse: number;
  /** Range of words in the text; `to` is exclusive. */
  from: number;
  to: number;
  /** Range of words in the verse; `verseTo` is exclusive. */
  verseFrom: number;
  verseTo: number;
  /** Sum of the weights of shared words, in nats, minus penalties for differences. */
  score: number;
}

/** Words with less weight do not start a comparison: "the", "shall", "Lord". */
const MIN_WORD_WEIGHT = 1.8;
/** Minimum weight of a shared pair of nearby words for further comparison. */
const MIN_PAIR_WEIGHT = 7;
/** Maximum number of words that a pair spans in the text. */
const MAX_PAIR_LENGTH = 8;
/** Maximum number of positions examined per pair. */
const MAX_PLACES = 60;
/** Minimum total weight of the pairs at a place. */
const MIN_SEED_WEIGHT = 11;
/** Maximum range of pairs, in words, that is compared with a verse at once. */
const MAX_WINDOW = 160;
const MISMATCH = 1.2;
const GAP = 0.8;
/** Quotations with a lower score are coincidences. */
const MIN_SCORE = 9;
const FILTER_BITS = 20;

type Pairs = ReadonlyMap<number, readonly number[]>;

const keyOf = (first: number, second: number): number => first * 65_536 + second;
const hashOf = (first: number, second: number): number =>
  (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> (32 - FILTER_BITS);

/** Calls back for each pair of significant words that are adjacent or separated by one significant word. */
function eachPair(
  words: Uint16Array,
  from: number,
  to: number,
  weights: Float32Array,
  found: (first: number, second: number, at: number) => void,
): void {
  let before = -1;
  let beforeThat = -1;
  for (let at = from; at < to; at++) {
    const word = words[at]!;
    if (weights[word]! < MIN_WORD_WEIGHT) continue;
    if (before >= from && at - before <= MAX_PAIR_LENGTH) found(words[before]!, word, before);
    if (beforeThat >= from && at - beforeThat <= MAX_PAIR_LENGTH) found(words[beforeThat]!, word, beforeThat);
    beforeThat = before;
    before = at;
  }
}

/**
 * @param words word numbers of the text, as assigned by `verses`
 * @returns one per verse and place, unordered
 */
export function findQuotations(words: Uint16Array, verses: VerseWords): Quotation[] {
  const { weights } = verses;
  const pairs = new Map<number, number[]>();
  const filter = new Uint8Array(1 << FILTER_BITS);
  eachPair(words, 0, words.length, weights, (first, second, at) => {
    if (weights[first]! + weights[second]! < MIN_PAIR_WEIGHT) return;
    filter[hashOf(first, second)] = 1;
    const key = keyOf(first, second);
    const places = pairs.get(key);
    if (!places) pairs.set(key, [at]);
    else if (places.length < MAX_PLACES) places.push(at);
  });
  const found = new Map<string, Quotation>();
  for (const { words: verseWords, starts } of verses.translations)
    for (let verse = 0; verse + 1 < starts.length; verse++) {
      const from = starts[verse]!;
      const to = starts[verse + 1]!;
      for (const [first, last] of placesOf(verseWords, from, to, weights, filter, pairs)) {
        const quotation = align(words, first, last, verseWords, from, to, weights);
        if (!quotation || quotation.score < MIN_SCORE) continue;
        const key = `${verse} ${quotation.from >> 4}`;
        const known = found.get(key);
        if (!known || known.score < quotation.score) found.set(key, { verse, ...quotation });
      }
    }
  return [...found.values()];
}

/** Ranges of the text that contain enough pairs of the verse. */
function placesOf(
  verseWords: Uint16Array,
  from: number,
  to: number,
  weights: Float32Array,
  filter: Uint8Array,
  pairs: Pairs,
): [first: number, last: number][] {
  const hits: { at: number; weight: number }[] = [];
  eachPair(verseWords, from, to, weights, (first, second) => {
    if (filter[hashOf(first, second)] === 0) return;
    for (const at of pairs.get(keyOf(first, second)) ?? [])
      hits.push({ at, weight: weights[first]! + weights[second]! });
  });
  if (hits.length === 0) return [];
  hits.sort((a, b) => a.at - b.at);
  const reach = to - from + MAX_PAIR_LENGTH;
  const places: [number, number][] = [];
  let first = hits[0]!.at;
  let last = first;
  let weight = 0;
  const close = (): void => {
    if (weight >= MIN_SEED_WEIGHT) places.push([first, last]);
  };
  for (const hit of hits) {
    if (hit.at - last > reach || hit.at - first > MAX_WINDOW) {
      close();
      first = hit.at;
      weight = 0;
    }
    last = hit.at;
    weight += hit.weight;
  }
  close();
  return places;
}

/**
 * The best local alignment (Smith–Waterman) of the verse with the text around a place, in which a shared word
 * scores its weight.
 */
function align(
  words: Uint16Array,
  first: number,
  last: number,
  verseWords: Uint16Array,
  verseFrom: number,
  verseTo: number,
  weights: Float32Array,
): Omit<Quotation, 'verse'> | undefined {
  const length = verseTo - verseFrom;
  const from = Math.max(0, first - length);
  const to = Math.min(words.length, last + length + MAX_PAIR_LENGTH);
  let above = new Float32Array(length + 1);
  let row = new Float32Array(length + 1);
  /** Start of the alignment that ends here, in the text and in the verse. */
  let aboveStarts = new Int32Array(length + 1);
  let starts = new Int32Array(length + 1);
  let best: Omit<Quotation, 'verse'> | undefined;
  for (let at = from; at < to; at++) {
    const word = words[at]!;
    for (let i = 1; i <= length; i++) {
      const isSame = word !== 0 && verseWords[verseFrom + i - 1] === word;
      const diagonal = above[i - 1]! + (isSame ? weights[word]! : -MISMATCH);
      const up = above[i]! - GAP;
      const left = row[i - 1]! - GAP;
      const score = Math.max(0, diagonal, up, left);
      row[i] = score;
      starts[i] =
        score === 0
          ? -1
          : score === diagonal
            ? above[i - 1]! > 0
              ? aboveStarts[i - 1]!
              : (at - from) * 1_024 + (i - 1)
            : score === up
              ? aboveStarts[i]!
              : starts[i - 1]!;
      if (score > (best?.score ?? 0))
        best = {
          score,
          from: from + (starts[i]! >> 10),
          to: at + 1,
          verseFrom: starts[i]! & 1_023,
          verseTo: i,
        };
    }
    [above, row] = [row, above];
    [aboveStarts, starts] = [starts, aboveStarts];
  }
  return best;
}
