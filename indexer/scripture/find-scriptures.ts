/** Finds the Bible passages that a talk is about, from references and quotations, most prominent first. */
import { FOREIGN_LANGUAGES } from '../text/search-languages.js';
import { foreignReferences } from './foreign-references.js';
import { lastAtMost } from '../text/last-at-most.js';
import { textLanguage } from '../text/text-language.js';
import type { Segment } from '../ports.js';
import { collectPassages, type RankedPassage } from './passage-mentions.js';
import type { VerseRange } from './versification.js';
import { findQuotations, type Quotation } from './quotations.js';
import { spokenReferences, type SpokenReference } from './spoken-references.js';
import { plainTokens, type VerseWords } from './verse-words.js';

export interface FoundScripture extends VerseRange {
  /** 0 to 1: how prominent the passage is in the talk. */
  score: number;
  /** Time of the first mention in ms; null without times. */
  startMs: number | null;
}

/** Verses that score at least this share of the best count as alternatives to it. */
const NEARLY = 0.9;
/** Words that fit more verses than this are a common Biblical phrase, and no verse is meant. */
const MAX_ALIKE = 3;

/** Maximum number of characters read: more than a day of speech. */
const MAX_LENGTH = 2_000_000;
/** Maximum number of overlapping quotations compared. */
const MAX_AT_PLACE = 200;

/**
 * Best first; overlapping passages are merged. Linear in the length of the talk.
 * @param verses all verses, in one or several translations
 */
export function findScriptures(segments: readonly Segment[], verses: VerseWords): FoundScripture[] {
  const { text: whole, timeAt } = joined(segments);
  const text = whole.slice(0, MAX_LENGTH);
  const numbers: number[] = [];
  const offsets: number[] = [];
  for (const { word, at } of plainTokens(text)) {
    numbers.push(verses.numberOf(word));
    offsets.push(at);
  }
  const passages = collectPassages(text.length);
  for (const reference of referencesIn(text)) passages.name(reference);
  for (const { from, ...quotation } of distinct(findQuotations(Uint16Array.from(numbers), verses)))
    passages.quote({ ...quotation, word: from, at: offsets[from]! });
  return passages.ranked().map(({ at, ...passage }: RankedPassage) => ({ ...passage, startMs: timeAt(at) }));
}

function referencesIn(text: string): SpokenReference[] {
  const detected = textLanguage(text);
  const language = FOREIGN_LANGUAGES.find((one) => one === detected);
  return language ? foreignReferences(text, language) : spokenReferences(text);
}

/** Joins the text of all segments, with a lookup of times by offset. */
function joined(segments: readonly Segment[]): { text: string; timeAt(at: number): number | null } {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of segments) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    text: segments.map(({ text }) => text).join(' '),
    timeAt: (at) => segments[lastAtMost(starts.length, (index) => starts[index]!, at)]?.startMs ?? null,
  };
}

/** Keeps one of the quotations of the same words: among the verses that fit, the one that the talk quotes most. */
function distinct(quotations: readonly Quotation[]): Quotation[] {
  const sorted = [...quotations].sort((a, b) => a.from - b.from || b.score - a.score);
  const places: Quotation[][] = [];
  let place: Quotation[] = [];
  let end = 0;
  for (const quotation of sorted) {
    // At most half of the words overlap.
    if (place.length > 0 && end - quotation.from < (quotation.to - quotation.from) / 2) {
      places.push(place);
      place = [];
      end = 0;
    }
    place.push(quotation);
    end = Math.max(end, quotation.to);
  }
  if (place.length > 0) places.push(place);
  const totals = new Map<number, number>();
  const fitting = places.flatMap(fittingOf);
  for (const alike of fitting)
    for (const { verse, score } of alike) totals.set(verse, (totals.get(verse) ?? 0) + score / alike.length);
  const supportOf = ({ verse }: Quotation): number => totals.get(verse) ?? 0;
  return fitting.map((alike) => alike.reduce((best, one) => (supportOf(one) > supportOf(best) ? one : best)));
}

/** For each separately quoted part of a place, the verses that fit its words. */
function fittingOf(place: readonly Quotation[]): Quotation[][] {
  const left = [...place].sort((a, b) => b.score - a.score).slice(0, MAX_AT_PLACE);
  const fitting: Quotation[][] = [];
  while (left.length > 0) {
    const best = left.shift()!;
    const overlapping = left.filter((one) => overlaps(best, one));
    const alike = [best, ...overlapping.filter(({ score }) => score >= best.score * NEARLY)];
    const verses = new Map(alike.map((one) => [one.verse, one]));
    if (verses.size <= MAX_ALIKE) fitting.push([...verses.values()]);
    const rest = left.filter((one) => !overlaps(best, one));
    left.splice(0, left.length, ...rest);
  }
  return fitting;
}

/** Whether at least half of the shorter one overlaps. */
const overlaps = (a: Quotation, b: Quotation): boolean =>
  (Math.min(a.to, b.to) - Math.max(a.from, b.from)) * 2 >= Math.min(a.to - a.from, b.to - b.from);
