/** Compares what callers saw of the segments that they edit with the stored ones. */
import type { Segment } from '../../../indexer/index.js';
import { conflictingChanges, invalid, type Conflict, type ErrorDetail } from '../../platform/lib/errors.js';
import { cleanWords } from './formats/clean-words.js';
import type { SeenSegment, TranscriptChanges } from './transcript.schema.js';

const FIELDS = ['text', 'speaker', 'startMs', 'endMs'] as const;
type Field = (typeof FIELDS)[number];

/**
 * @param seen what the caller saw, by the index of the segment
 * @throws {ValidationError} when it is of something that the caller does not edit
 * @throws {ConflictError} naming what has changed since
 */
export const assertSegmentsUnchanged = (
  segments: readonly Segment[],
  { segments: changes = [] }: TranscriptChanges,
  seen: readonly SeenSegment[],
): void => {
  const problems: ErrorDetail[] = [];
  const conflicts: Conflict[] = [];
  const positions = new Map(changes.map(({ index }, at) => [index, at]));
  seen.forEach((base, i) => {
    const at = positions.get(base.index);
    const change = at === undefined ? undefined : changes[at];
    const refuse = (field: string): void =>
      void problems.push({
        path: `_base.segments.${i}.${field}`,
        message: 'is not among the fields that you send',
      });
    if (!change) return refuse('index');
    for (const field of FIELDS) {
      if (base[field] === undefined) continue;
      if (change[field] === undefined) refuse(field);
      else {
        const [was, theirs, yours] = [base, segments[base.index], change].map((one) => valueOf(one, field));
        if (theirs !== was && theirs !== yours)
          conflicts.push({ path: `segments.${at}.${field}`, base: was, theirs, yours });
      }
    }
  });
  if (problems.length > 0) throw invalid(problems);
  if (conflicts.length > 0) throw conflictingChanges(conflicts);
};

/** As it is stored. */
const valueOf = (segment: Partial<Record<Field, unknown>> | undefined, field: Field): unknown => {
  const value = segment?.[field] ?? null;
  return typeof value === 'string' ? cleanWords(value) : value;
};
