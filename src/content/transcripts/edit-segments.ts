/** Edits single segments of a transcript, and renames a speaker throughout. */
import type { Segment } from '../../../indexer/index.js';
import { invalid, type ErrorDetail } from '../../platform/lib/errors.js';
import { cleanWords, hasWords } from './formats/clean-words.js';
import { hasTooMuchText, TOO_MUCH_TEXT } from './formats/limits.js';
import { interpolateTimes } from './formats/times.js';
import type { TranscriptChanges } from './transcript.schema.js';

/**
 * Returns the changed segments; existing ones that are not mentioned stay as they are.
 * @throws {ValidationError} listing what does not fit: positions, words, times out of order, unknown speakers
 */
export const editSegments = (
  segments: readonly Segment[],
  { segments: changes = [], renameSpeaker }: TranscriptChanges,
): Segment[] => {
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
    if (!hasWords(words) && !(before.heading && words))
      problems.push({ path: at('text'), message: 'must have words' });
    edited[index] = {
      ...before,
      text: words,
      startMs: startMs ?? before.startMs,
      endMs: endMs ?? before.endMs,
      ...(speaker !== undefined && { speaker: nameOf(speaker) }),
    };
  });
  changes.forEach((change, i) => {
    const problem = timeProblem(edited, change.index);
    if (problem) problems.push({ path: `segments.${i}.${problem.field}`, message: problem.message });
  });
  if (problems.length === 0 && renameSpeaker) rename(edited, renameSpeaker, problems);
  if (problems.length === 0 && hasTooMuchText(edited))
    problems.push({ path: 'segments', message: TOO_MUCH_TEXT });
  if (problems.length > 0) throw invalid(problems);
  return interpolateTimes(edited);
};

const nameOf = (name: string | null): string | null => (name === null ? null : cleanWords(name) || null);

const timeProblem = (
  segments: readonly Segment[],
  index: number,
): { field: 'startMs' | 'endMs'; message: string } | null => {
  const segment = segments[index];
  if (!segment) return null;
  const { startMs, endMs } = segment;
  if (startMs === null) return null;
  const last = segments[index - 1]?.startMs ?? 0;
  const next = segments[index + 1]?.startMs ?? null;
  if (startMs < last)
    return { field: 'startMs', message: `must not be before the segment above, ${last} ms` };
  if (next !== null && startMs > next)
    return { field: 'startMs', message: `must not be after the segment below, ${next} ms` };
  return endMs !== null && endMs < startMs
    ? { field: 'endMs', message: `must not be before its start, ${startMs} ms` }
    : null;
};

const rename = (
  segments: Segment[],
  { from, to }: { from: string; to: string | null },
  problems: ErrorDetail[],
): void => {
  const oldName = cleanWords(from);
  const speaker = nameOf(to);
  let count = 0;
  segments.forEach((segment, i) => {
    if (!segment.speaker || cleanWords(segment.speaker) !== oldName) return;
    segments[i] = { ...segment, speaker };
    count++;
  });
  if (count === 0) problems.push({ path: 'renameSpeaker.from', message: 'is the speaker of no segment' });
};
