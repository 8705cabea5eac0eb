/** A segment as transcripts are stored: in addition to what search needs, its id and the times of its words. */
import type { Segment } from '../../../../indexer/index.js';

/**
 * The length of a word in characters; its start in ms after the end of the word before that has one, or after its start,
 * or after 0; its duration in ms; and how sure the recogniser is, from 0 to 1. Missing values at the end are left out.
 * Three hours of speech take 300 KB, a third of what absolute times and a copy of the words take.
 */
export type StoredWord = readonly [
  length: number,
  gapMs?: number | null,
  durationMs?: number | null,
  confidence?: number,
];

export interface TranscriptSegment extends Segment {
  /** Absent in a transcript that has not been edited; see `parseIdentified`. */
  id?: string;
  /** Cover the text, except for white space. Absent without times. */
  words?: readonly StoredWord[] | undefined;
}

/** The kinds of paragraphs other than plain ones. */
export const SEGMENT_KINDS = [
  'listItem',
  'quote',
  'tableHead',
  'tableRow',
] as const satisfies Segment['kind'][];

/** Deeper lists are not useful to readers; headings have six levels. */
export const MAX_LEVEL = 6;
