/** The result of an edit: what to store, and which segments it has changed. */
import { withVersion } from '../../platform/lib/etag.js';
import { shownSegment, type ShownSegment } from '../reading/shown-segments.js';
import { storedSegments, type StoredSegments, type IdentifiedSegment } from '../stored/stored-segments.js';
import type { TranscriptVersion } from '../stored/transcript.repository.js';

/** Maximum number of segments in the response of an edit: two per operation. */
const MAX_SHOWN = 2_000;

export interface EditedSegments extends StoredSegments {
  isChanged: boolean;
  /** The content is the same, and ids are not. */
  hasNewIds: boolean;
  /** The first changed and new segments, in order. */
  changed: ShownSegment[];
  /** Number of further ones. */
  moreChanged: number;
}

/**
 * @param contentHash of the segments before
 * @param withWords whether to return the words of changed segments
 */
export const editedSegments = (
  before: readonly IdentifiedSegment[],
  after: readonly IdentifiedSegment[],
  { contentHash, withWords }: { contentHash: string; withWords: boolean },
): EditedSegments => {
  const known = new Map(before.map((segment) => [segment.id, segment]));
  const changed = after.filter((segment) => !isSame(known.get(segment.id), segment));
  const isChanged =
    changed.length > 0 || before.length !== after.length || before.some(({ id }, i) => after[i]?.id !== id);
  const stored = storedSegments(after.map(tidy));
  return {
    ...stored,
    isChanged,
    hasNewIds: isChanged && stored.contentHash === contentHash,
    changed: changed.slice(0, MAX_SHOWN).map((segment) => shownSegment(segment, withWords)),
    moreChanged: Math.max(0, changed.length - MAX_SHOWN),
  };
};

/** The new version, and the segments that the edit has changed. */
export interface TranscriptEdit {
  transcript: TranscriptVersion;
  segments: ShownSegment[];
  /** Number of further ones. */
  moreSegments: number;
}

export const transcriptEditOf = (
  transcript: TranscriptVersion,
  { changed, moreChanged }: Pick<EditedSegments, 'changed' | 'moreChanged'>,
): TranscriptEdit => ({ transcript: withVersion(transcript), segments: changed, moreSegments: moreChanged });

/** Whether both have the same content and id. */
export const isSame = (
  before: IdentifiedSegment | undefined,
  after: IdentifiedSegment | undefined,
): boolean =>
  before === after ||
  (before !== undefined &&
    after !== undefined &&
    JSON.stringify(tidy(before)) === JSON.stringify(tidy(after)));

/** The same content always has the same JSON, so that undoing an edit gives the content hash of before. */
const tidy = (segment: IdentifiedSegment): IdentifiedSegment => {
  const { id, text, startMs, endMs, speaker, heading, kind, level, words } = segment;
  return {
    id,
    text,
    startMs,
    endMs,
    ...(speaker && { speaker }),
    ...(heading && { heading }),
    ...(kind && { kind }),
    ...(level && { level }),
    ...(words && { words }),
  };
};
