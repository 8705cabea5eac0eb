/**
 * Makes edits again on another version of the transcript: those that were made while the ones before were being
 * applied. Segments keep their ids, so nearly always all of them fit.
 */
import { mergeWithPrevious, renameSpeaker, setSpeaker, setTexts, split, type Transcript } from './edits.js';
import { hasWords, type EditorSegment, type Operation } from './segments.js';

/** @param former the segments as they were shown, for the places of those that are gone */
export const replay = (
  segments: readonly EditorSegment[],
  operations: readonly Operation[],
  former: readonly EditorSegment[],
): Transcript => {
  const start: Transcript = { segments, operations: [], sent: 0 };
  return operations.reduce((transcript, operation) => applied(transcript, operation, former), start);
};

/** The transcript as it is, where the operation does not fit. */
const applied = (
  transcript: Transcript,
  operation: Operation,
  former: readonly EditorSegment[],
): Transcript => {
  const { segments } = transcript;
  switch (operation.op) {
    case 'text': {
      const { segmentId, text } = operation;
      if (segments.some(({ id }) => id === segmentId))
        return setTexts(transcript, new Map([[segmentId, text]]));
      return inserted(transcript, segmentId, text, former);
    }
    case 'split': {
      const { segmentId, at, newSegmentId } = operation;
      return split(transcript, { id: segmentId, at }, newSegmentId) ?? transcript;
    }
    case 'merge': {
      const next = segments[segments.findIndex(({ id }) => id === operation.segmentId) + 1];
      const isKnown = segments.some(({ id }) => id === operation.segmentId);
      return (isKnown && next && mergeWithPrevious(transcript, next.id)?.transcript) || transcript;
    }
    case 'delete':
      return {
        ...transcript,
        segments: segments.filter(({ id }) => id !== operation.segmentId),
        operations: segments.some(({ id }) => id === operation.segmentId)
          ? [...transcript.operations, operation]
          : transcript.operations,
      };
    case 'speaker':
      return segments.some(({ id }) => id === operation.segmentId)
        ? setSpeaker(transcript, operation.segmentId, operation.speaker)
        : transcript;
    case 'renameSpeaker':
      return operation.to === null ? transcript : renameSpeaker(transcript, operation.from, operation.to);
    default:
      return transcript;
  }
};

/** What was typed in a segment that is gone is a new segment: nobody's words are lost. */
const inserted = (
  transcript: Transcript,
  id: string,
  text: string,
  former: readonly EditorSegment[],
): Transcript => {
  if (!hasWords(text)) return transcript;
  const { segments, operations } = transcript;
  const known = new Set(segments.map((segment) => segment.id));
  const place = former.findIndex((segment) => segment.id === id);
  const before = former.slice(0, Math.max(0, place)).findLast((segment) => known.has(segment.id));
  const at = before ? segments.findIndex((segment) => segment.id === before.id) + 1 : 0;
  const { startMs = null, endMs = null, speaker = null } = former[place] ?? {};
  const segment = { id, text, startMs, endMs, speaker, heading: false, words: [] };
  return {
    ...transcript,
    segments: segments.toSpliced(at, 0, segment),
    operations: [
      ...operations,
      { op: 'insert', segmentId: before?.id ?? null, newSegmentId: id, text, speaker },
    ],
  };
};
