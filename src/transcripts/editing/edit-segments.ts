/** Edits a transcript: by operations, or by changes of single segments and of a speaker's name throughout. */
import type { Segment } from '../../../indexer/index.js';
import { conflictingChanges, invalid, type Conflict, type ErrorDetail } from '../../platform/lib/errors.js';
import { applyOperations, timeProblem } from './apply-operations.js';
import { withSegmentText } from './edit-words.js';
import { cleanWords, hasLetterOrDigit } from '../formats/segments/clean-words.js';
import { hasTooMuchText, TOO_MUCH_TEXT } from '../formats/parsing/limits.js';
import { interpolateTimes } from '../formats/segments/times.js';
import type { IdentifiedSegment } from '../stored/stored-segments.js';
import { cleanName } from './segment-operations.js';
import type { SeenSegment, TranscriptChanges } from './transcript-edit.schema.js';

/**
 * Returns the changed segments; existing ones that are not mentioned stay as they are.
 * @throws {ValidationError} listing what does not fit: ids, positions, words, times out of order, unknown speakers
 */
export const editSegments = (
  segments: readonly IdentifiedSegment[],
  { operations, ...changes }: TranscriptChanges,
): IdentifiedSegment[] =>
  operations ? applyOperations(segments, operations) : changeByIndex(segments, changes);

const changeByIndex = (
  segments: readonly IdentifiedSegment[],
  { segments: changes = [], renameSpeaker }: Omit<TranscriptChanges, 'operations'>,
): IdentifiedSegment[] => {
  const problems: ErrorDetail[] = [];
  const edited = [...segments];
  const seen = new Set<number>();
  changes.forEach(({ index, text, speaker, startMs, endMs }, i) => {
    const at = (field: string): string => `segments.${i}.${field}`;
    const before = edited[index];
    if (!before)
      return void problems.push({ path: at('index'), message: `must be less than ${segments.length}` });
    if (seen.has(index)) problems.push({ path: at('index'), message: 'is duplicated' });
    seen.add(index);
    const words = text === undefined ? before.text : cleanWords(text);
    if (!hasLetterOrDigit(words) && !(before.heading && words))
      problems.push({ path: at('text'), message: 'must have words' });
    edited[index] = {
      ...(text === undefined ? before : withSegmentText(before, words)),
      startMs: startMs ?? before.startMs,
      endMs: endMs ?? before.endMs,
      ...(speaker !== undefined && { speaker: cleanName(speaker) }),
    };
  });
  changes.forEach(({ index }, i) => {
    const segment = edited[index];
    const problem = segment && timeProblem(segment, edited[index - 1], edited[index + 1]);
    if (problem) problems.push({ path: `segments.${i}.${problem.field}`, message: problem.message });
  });
  if (problems.length === 0 && renameSpeaker) rename(edited, renameSpeaker, problems);
  if (problems.length === 0 && hasTooMuchText(edited))
    problems.push({ path: 'segments', message: TOO_MUCH_TEXT });
  if (problems.length > 0) throw invalid(problems);
  return interpolateTimes(edited);
};

const rename = (
  segments: IdentifiedSegment[],
  { from, to }: { from: string; to: string | null },
  problems: ErrorDetail[],
): void => {
  const former = cleanWords(from);
  const speaker = cleanName(to);
  let count = 0;
  segments.forEach((segment, i) => {
    if (cleanName(segment.speaker) !== former) return;
    segments[i] = { ...segment, speaker };
    count++;
  });
  if (count === 0) problems.push({ path: 'renameSpeaker.from', message: 'is the speaker of no segment' });
};

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
