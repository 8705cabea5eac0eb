/** Finds words in a transcript, replaces them throughout, and puts them back. */
import { sentenceSpans, type Segment } from '../../../indexer/index.js';
import { truncate } from '../../platform/lib/errors.js';
import { editSegments } from './edit-segments.js';
import type { IdentifiedSegment } from '../stored/stored-segments.js';
import { wholeWords } from './whole-words.js';

export interface Replacement {
  /** Identifies it in the result. */
  id: number;
  from: string;
  to: string;
}

/** Where words were replaced: index of the segment, offset in its new text, and the words as they were. */
export type ReplacedAt = readonly [segment: number, at: number, words: string];

/** Where a transcript has the words. */
export interface FoundWords {
  count: number;
  startMs: number | null;
  /** The sentence with the first of them. */
  quote: string;
}

/** More occurrences stay as they are, so that a decision can list those that it replaced. */
const MAX_REPLACED = 5_000;
const MAX_QUOTE = 300;
/** Segments around the words that may belong to their sentence. */
const AROUND = 4;

const capitalized = (words: string): string => {
  const [first = ''] = words;
  return first.toUpperCase() + words.slice(first.length);
};

/** Whole words in this case; words that begin with a small letter also at the beginning of a sentence. */
export const wordsPattern = (words: string): RegExp =>
  wholeWords([...new Set([words, capitalized(words)])], 'gu');

/** @returns null if the transcript does not have them */
export const findWords = (segments: readonly Segment[], words: string): FoundWords | null => {
  const pattern = wordsPattern(words);
  let count = 0;
  let found: Omit<FoundWords, 'count'> | undefined;
  for (const [index, { text, startMs }] of segments.entries())
    for (const { index: at } of text.matchAll(pattern)) {
      found ??= {
        startMs: startMs === null ? null : Math.round(startMs),
        quote: quoteOf(segments, index, at),
      };
      count++;
    }
  return found ? { count, ...found } : null;
};

const quoteOf = (segments: readonly Segment[], index: number, at: number): string => {
  const first = Math.max(0, index - AROUND);
  const texts = segments.slice(first, index + AROUND + 1).map(({ text }) => text);
  const before = texts.slice(0, index - first).reduce((sum, { length }) => sum + length + 1, 0);
  const joined = texts.join(' ');
  const span = sentenceSpans(joined).find(({ end }) => end > before + at);
  return truncate(span ? joined.slice(span.start, span.end) : (segments[index]?.text ?? ''), MAX_QUOTE);
};

/** Replaces each in turn. `replaced` lists, for each id, what it replaced. */
export const replaceWords = (
  segments: readonly IdentifiedSegment[],
  replacements: readonly Replacement[],
): { segments: IdentifiedSegment[]; replaced: Record<number, ReplacedAt[]> } => {
  let edited = [...segments];
  const replaced: Record<number, ReplacedAt[]> = {};
  let left = MAX_REPLACED;
  for (const { id, from, to } of replacements) {
    const pattern = wordsPattern(from);
    const places: ReplacedAt[] = [];
    const changes = edited.flatMap(({ text }, index) => {
      let grown = 0;
      const changed = text.replace(pattern, (words: string, at: number) => {
        if (left === 0) return words;
        left--;
        const written = words === from ? to : capitalized(to);
        places.push([index, at + grown, words]);
        grown += written.length - words.length;
        return written;
      });
      return changed === text ? [] : [{ index, text: changed }];
    });
    if (changes.length > 0) edited = editSegments(edited, { segments: changes });
    replaced[id] = places;
  }
  return { segments: edited, replaced };
};

/**
 * Reverses one replacement.
 * @param to the words that replaced the former ones
 * @returns null if the transcript has changed at one of the places
 */
export const putBack = (
  segments: readonly IdentifiedSegment[],
  to: string,
  places: readonly ReplacedAt[],
): IdentifiedSegment[] | null => {
  const texts = new Map<number, string>();
  // From the end, so that the offsets before stay right.
  for (const [index, at, words] of places.toReversed()) {
    const text = texts.get(index) ?? segments[index]?.text ?? '';
    const written = text.slice(at, at + to.length);
    if (written !== to && written !== capitalized(to)) return null;
    texts.set(index, text.slice(0, at) + words + text.slice(at + to.length));
  }
  const changes = [...texts].map(([index, text]) => ({ index, text }));
  return changes.length > 0 ? editSegments(segments, { segments: changes }) : [...segments];
};
