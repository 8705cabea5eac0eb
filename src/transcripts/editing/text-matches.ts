/** Finds words, or exact characters, in the segments of a transcript, and replaces them. */
import type { Segment } from '../../../indexer/index.js';
import { hasLetterOrDigit } from '../formats/segments/clean-words.js';
import type { TranscriptChanges } from './transcript-edit.schema.js';
import { escapeRegExp, wholeWords } from './whole-words.js';

export interface TextReplacement {
  find: string;
  replaceWith: string;
  /** Whole words in any case, or these characters anywhere. */
  match: 'words' | 'exact';
}

/** A place where the text was found. */
export interface TextHit {
  /** Index of the segment, from 0. */
  segment: number;
  startMs: number | null;
  /** Offset of the text in the segment. */
  position: number;
  /** The surroundings, as they are and with this place replaced. */
  before: string;
  after: string;
}

/** A segment whose text has changed: its index, and its text before and after. */
export type ChangedText = readonly [index: number, before: string, after: string];

export interface TextMatches {
  /** Number of places. */
  count: number;
  /** The first ones. */
  hits: TextHit[];
  changes: ChangedText[];
}

/** Characters that surroundings contain on either side. */
const CONTEXT = 80;
const ELLIPSIS = '…';

/** Whether a search for words could find nothing in the text. */
export const isWordless = (text: string): boolean => !hasLetterOrDigit(text);

const patternOf = ({ find, match }: TextReplacement): RegExp =>
  match === 'exact'
    ? new RegExp(escapeRegExp(find), 'gu')
    : wholeWords([find.split(/\s+/).filter(Boolean).join(' ')], 'giu');

/** @param maxHits number of places to list */
export const findMatches = (
  segments: readonly Segment[],
  replacement: TextReplacement,
  maxHits: number,
): TextMatches => {
  const pattern = patternOf(replacement);
  const { replaceWith } = replacement;
  const found: TextMatches = { count: 0, hits: [], changes: [] };
  segments.forEach(({ text, startMs }, segment) => {
    const places = [...text.matchAll(pattern)];
    if (places.length === 0) return;
    found.count += places.length;
    for (const { index: position, 0: hit } of places.slice(0, maxHits - found.hits.length))
      found.hits.push({ segment, startMs, position, ...surroundings(text, position, hit, replaceWith) });
    // A function, because `$` has a meaning in a replacement text.
    const after = text.replace(pattern, () => replaceWith);
    if (after !== text) found.changes.push([segment, text, after]);
  });
  return found;
};

const surroundings = (text: string, position: number, hit: string, replaceWith: string) => {
  const end = position + hit.length;
  const start = Math.max(0, position - CONTEXT);
  const left = (start > 0 ? ELLIPSIS : '') + text.slice(start, position);
  const right = text.slice(end, end + CONTEXT) + (end + CONTEXT < text.length ? ELLIPSIS : '');
  return {
    before: (left + hit + right).toWellFormed(),
    after: (left + replaceWith + right).toWellFormed(),
  };
};

/** The edit that makes these changes. */
export const transcriptChanges = (changes: readonly ChangedText[]): TranscriptChanges => ({
  segments: changes.map(([index, , text]) => ({ index, text })),
});

/**
 * The changes that restore former texts where the new ones still stand: in the same segment or, if segments have been
 * added or removed since, in the only other one with this text.
 * @returns the changes, and the number of texts that no longer stand
 */
export const revertedTexts = (
  segments: readonly Segment[],
  changes: readonly ChangedText[],
): { changes: ChangedText[]; kept: number } => {
  const places = new Map<string, number[]>();
  segments.forEach(({ text }, index) => places.set(text, [...(places.get(text) ?? []), index]));
  const reverted: ChangedText[] = [];
  for (const [index, before, after] of changes) {
    const others = places.get(after) ?? [];
    const at = others.includes(index) ? index : others.length === 1 ? others[0] : undefined;
    if (at !== undefined) reverted.push([at, after, before]);
  }
  return { changes: reverted, kept: changes.length - reverted.length };
};
