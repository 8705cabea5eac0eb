/** Segments in stored form, and their ids: short texts, unique in their transcript, that stay when other segments change. */
import type { Segment } from '../../../indexer/index.js';
import { sha256 } from '../../platform/lib/ids.js';
import { matchSequences } from '../formats/segments/match-sequences.js';
import type { TranscriptSegment } from '../formats/segments/transcript-segment.js';

/** The stored segments of a transcript or revision. */
export interface TranscriptText {
  /** JSON */
  segments: string;
  /** Hash of the segments without their ids. */
  contentHash: string;
}

export interface StoredSegments extends TranscriptText {
  /** End of the last segment; null without times. */
  endMs: number | null;
}

export const SEGMENT_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** A segment of a transcript that is read or edited. */
export interface IdentifiedSegment extends TranscriptSegment {
  id: string;
}

/** Characters of the content's hash, so that a transcript and the one that replaces it have no ids in common. */
const PREFIX_LENGTH = 8;
/** Bounds the time for transcripts that have little in common. */
const MAX_EDITS = 1_000;

const contentHashOf = (segments: readonly TranscriptSegment[]): string =>
  sha256(JSON.stringify(segments.map((segment) => ({ ...segment, id: undefined }))));

const derivedId = (contentHash: string, index: number): string =>
  `${contentHash.slice(0, PREFIX_LENGTH)}-${index + 1}`;

export const parseSegments = (segments: string): TranscriptSegment[] =>
  JSON.parse(segments) as TranscriptSegment[];

/**
 * The segments with their ids. Those that have not been edited have none stored: they follow from content and position,
 * which never change, because an edit stores all ids.
 */
export const parseIdentified = ({ segments, contentHash }: TranscriptText): IdentifiedSegment[] =>
  parseSegments(segments).map((segment, i) => ({ ...segment, id: segment.id ?? derivedId(contentHash, i) }));

/** Gives segments without an id that of the equal segment in the transcript that they replace, if there is one. */
export const withFormerIds = (
  segments: readonly TranscriptSegment[],
  former: readonly IdentifiedSegment[],
): readonly TranscriptSegment[] => {
  const taken = new Set(segments.flatMap(({ id }) => id ?? []));
  const ids = segments.map(({ id }) => id);
  matchSequences(former.map(keyOf), segments.map(keyOf), MAX_EDITS).forEach((index, i) => {
    const { id } = former[i]!;
    if (index < 0 || ids[index] !== undefined || taken.has(id)) return;
    ids[index] = id;
    taken.add(id);
  });
  if (taken.size === 0) return segments;
  const contentHash = contentHashOf(segments);
  return segments.map((segment, i) => ({ ...segment, id: ids[i] ?? newId(contentHash, i, taken) }));
};

const newId = (contentHash: string, index: number, taken: ReadonlySet<string>): string => {
  let id = derivedId(contentHash, index);
  while (taken.has(id)) id += '_';
  return id;
};

/** What makes two segments the same: everything but the id and the times of words. */
const keyOf = ({ text, startMs, endMs, speaker, heading, kind, level }: TranscriptSegment): string =>
  JSON.stringify([text, startMs, endMs, speaker ?? null, heading ?? false, kind ?? null, level ?? null]);

export const storedSegments = (segments: readonly TranscriptSegment[]): StoredSegments => {
  const json = JSON.stringify(segments);
  const hasIds = segments.some(({ id }) => id !== undefined);
  return {
    segments: json,
    contentHash: hasIds ? contentHashOf(segments) : sha256(json),
    endMs: endOf(segments),
  };
};

export const endOf = (segments: readonly Segment[]): number | null => {
  const end = segments.reduce((latest, { startMs, endMs }) => Math.max(latest, endMs ?? startMs ?? -1), -1);
  return end < 0 ? null : Math.round(end);
};
