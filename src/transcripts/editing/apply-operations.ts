/** Applies operations to a transcript: all of them, in order, or none. */
import type { Segment } from '../../../indexer/index.js';
import { invalid, type ErrorDetail } from '../../platform/lib/errors.js';
import { hasTooMuchText, MAX_SEGMENTS, TOO_MUCH_TEXT } from '../formats/parsing/limits.js';
import { interpolateTimes } from '../formats/segments/times.js';
import { hasTimes } from '../reading/read-paragraphs.js';
import { applyOperation } from './segment-operations.js';
import { createSegmentList, type SegmentList, type SegmentNode } from './segment-list.js';
import type { IdentifiedSegment } from '../stored/stored-segments.js';
import type { TranscriptOperation } from './transcript-operations.schema.js';

/**
 * Segments that no operation names stay as they are.
 * @throws {ValidationError} listing what does not fit, with paths such as `operations.3.segmentId`
 */
export const applyOperations = (
  segments: readonly IdentifiedSegment[],
  operations: readonly TranscriptOperation[],
): IdentifiedSegment[] => {
  const list = createSegmentList(segments);
  const problems = applyEach(list, operations);
  for (const node of list.nodes()) {
    const problem = node.timedBy === undefined ? null : timeProblemOf(node);
    if (problem)
      problems.push({ path: `operations.${node.timedBy}.${problem.field}`, message: problem.message });
  }
  const edited = Array.from(list.nodes(), ({ segment }) => segment);
  const message = sizeProblem(edited);
  if (message) problems.push({ path: 'operations', message });
  if (problems.length > 0) throw invalid(problems);
  return withTimes(edited, new Set(segments.map(({ id }) => id)), hasTimes(segments));
};

/** Why a transcript cannot have these segments; undefined if it can. */
export const sizeProblem = (segments: readonly IdentifiedSegment[]): string | undefined => {
  if (segments.length === 0) return 'must leave at least one segment';
  if (segments.length > MAX_SEGMENTS) return `must leave at most ${MAX_SEGMENTS} segments`;
  return hasTooMuchText(segments) ? TOO_MUCH_TEXT : undefined;
};

/** What fails because an operation above it has failed is not reported. */
const applyEach = (list: SegmentList, operations: readonly TranscriptOperation[]): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const missing = new Set<string>();
  let renames = 0;
  operations.forEach((operation, i) => {
    if (operation.op === 'renameSpeaker') renames++;
    const problem = applyOperation(list, operation, { index: i, renames });
    if (!problem) return;
    if ('newSegmentId' in operation) missing.add(operation.newSegmentId);
    const isConsequence =
      'segmentId' in operation && operation.segmentId !== null && missing.has(operation.segmentId);
    if (!isConsequence) problems.push({ path: `operations.${i}.${problem.field}`, message: problem.message });
  });
  return problems;
};

type Times = Pick<Segment, 'startMs' | 'endMs'>;

/**
 * What is wrong with the times of a segment between its neighbours; null if nothing is. Segments start in order, and end
 * after their start.
 */
export const timeProblem = (
  { startMs, endMs }: Times,
  previous: Times | undefined,
  next: Times | undefined,
): { field: 'startMs' | 'endMs'; message: string } | null => {
  if (startMs === null) return null;
  const last = previous?.startMs ?? 0;
  const following = next?.startMs ?? null;
  if (startMs < last)
    return { field: 'startMs', message: `must not be before the segment above, ${last} ms` };
  if (following !== null && startMs > following)
    return { field: 'startMs', message: `must not be after the segment below, ${following} ms` };
  return endMs !== null && endMs < startMs
    ? { field: 'endMs', message: `must not be before its start, ${startMs} ms` }
    : null;
};

/** Compares with the nearest segments that have times; those that are new may not have any yet. */
const timeProblemOf = ({ segment, previous, next }: SegmentNode) => {
  while (previous?.segment.startMs === null) previous = previous.previous;
  while (next?.segment.startMs === null) next = next.next;
  return timeProblem(segment, previous?.segment, next?.segment);
};

/**
 * Interpolates the times of new segments; those of all if the transcript had none before and an operation has set some.
 * @param former ids of the segments that were there before
 */
const withTimes = (
  segments: IdentifiedSegment[],
  former: ReadonlySet<string>,
  wasTimed: boolean,
): IdentifiedSegment[] => {
  if (!wasTimed) return interpolateTimes(segments);
  const isMissing = ({ id, startMs, endMs }: IdentifiedSegment): boolean =>
    !former.has(id) && (startMs === null || endMs === null);
  if (!segments.some(isMissing)) return segments;
  // Starting after the next segment would not be in order.
  const ordered = [...segments];
  for (let i = ordered.length - 1, nextMs = Infinity; i >= 0; i--) {
    const segment = ordered[i]!;
    const endMs = ordered[i - 1]?.endMs ?? null;
    if (segment.startMs === null && endMs !== null && endMs > nextMs)
      ordered[i] = { ...segment, startMs: nextMs };
    nextMs = ordered[i]!.startMs ?? nextMs;
  }
  const timed = interpolateTimes(ordered);
  return segments.map((segment, i) => (isMissing(segment) ? timed[i]! : segment));
};
