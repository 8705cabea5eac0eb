/** What each operation does to the segments of a transcript. */
import { cleanWords, hasLetterOrDigit } from '../formats/segments/clean-words.js';
import { withWordTimes, type TimedWord } from '../formats/segments/word-times.js';
import { splitText, joinedText, withSegmentText } from './edit-words.js';
import type { SegmentList, SegmentNode } from './segment-list.js';
import type { IdentifiedSegment } from '../stored/stored-segments.js';
import { MAX_RENAMES, type TranscriptOperation } from './transcript-operations.schema.js';

interface Problem {
  field: string;
  message: string;
}
interface Place {
  /** Index of the operation. */
  index: number;
  /** Number of renamings so far. */
  renames: number;
}
type Of<Op extends TranscriptOperation['op']> = Extract<TranscriptOperation, { op: Op }>;

export const cleanName = (name: string | null | undefined): string | null => cleanWords(name ?? '') || null;

/** @returns what does not fit; the list is then unchanged */
export const applyOperation = (
  list: SegmentList,
  operation: TranscriptOperation,
  place: Place,
): Problem | undefined => {
  if (operation.op === 'renameSpeaker') return rename(list, operation, place);
  const node = operation.segmentId === null ? undefined : list.find(operation.segmentId);
  if (operation.op === 'insert') {
    if (operation.segmentId !== null && !node) return UNKNOWN;
    return insert(list, node, operation, place);
  }
  if (!node) return UNKNOWN;
  switch (operation.op) {
    case 'text':
      return setText(node, operation);
    case 'split':
      return split(list, node, operation, place);
    case 'merge':
      return merge(list, node);
    case 'delete':
      list.remove(node);
      return undefined;
    case 'times':
      return setTimes(node, operation, place);
    case 'speaker':
      node.segment = { ...node.segment, speaker: cleanName(operation.speaker) };
      return undefined;
  }
};

const UNKNOWN: Problem = { field: 'segmentId', message: 'does not exist' };
const USED: Problem = { field: 'newSegmentId', message: 'exists already' };
const EMPTY: Problem = { field: 'text', message: 'must have words' };

const timesOf = (words: Of<'text'>['words']): TimedWord[] | undefined =>
  words?.map(({ text, startMs, endMs, confidence }) => ({
    text,
    startMs: startMs ?? null,
    endMs: endMs ?? null,
    confidence: confidence ?? null,
  }));

const setText = (node: SegmentNode, { text: raw, words }: Of<'text'>): Problem | undefined => {
  const text = cleanWords(raw);
  if (!hasLetterOrDigit(text) && !(node.segment.heading && text)) return EMPTY;
  node.segment = withSegmentText(node.segment, text, timesOf(words));
  node.raw = raw;
  return undefined;
};

const split = (
  list: SegmentList,
  node: SegmentNode,
  { at, newSegmentId, startMs: chosenMs }: Of<'split'>,
  { index }: Place,
): Problem | undefined => {
  if (list.find(newSegmentId)) return USED;
  const { segment, raw } = node;
  if (at >= raw.length) return { field: 'at', message: `must be less than ${raw.length}` };
  if (/[\ud800-\udbff]/.test(raw[at - 1]!) && /[\udc00-\udfff]/.test(raw[at]!))
    return { field: 'at', message: 'must not be within a character' };
  const { texts, words, ...known } = splitText(segment, raw, at);
  if (!texts.every(hasLetterOrDigit)) return { field: 'at', message: 'must leave words on both sides' };
  const { startMs, endMs } = segment;
  if (chosenMs !== undefined && (startMs === null || endMs === null))
    return { field: 'startMs', message: 'must be left out: the segment has no times' };
  if (chosenMs !== undefined && (chosenMs < startMs! || chosenMs > endMs!))
    return { field: 'startMs', message: `must be within the segment, ${startMs} to ${endMs} ms` };
  const boundaryMs = chosenMs ?? boundaryOf(segment, known.startMs, texts);
  const firstEnd =
    boundaryMs === null || chosenMs !== undefined
      ? boundaryMs
      : Math.min(known.endMs ?? boundaryMs, boundaryMs);
  node.segment = withSegmentText(
    { ...segment, endMs: firstEnd === null ? null : Math.max(startMs!, firstEnd) },
    texts[0],
    words?.[0],
  );
  node.raw = raw.slice(0, at);
  const second = withSegmentText({ ...segment, id: newSegmentId, startMs: boundaryMs }, texts[1], words?.[1]);
  const created = list.insert(node, second, raw.slice(at));
  if (node.timedBy !== undefined || chosenMs !== undefined) created.timedBy = index;
  return undefined;
};

/** When the second part begins. */
const boundaryOf = (
  { startMs, endMs }: IdentifiedSegment,
  knownMs: number | null,
  [first, second]: readonly [string, string],
): number | null => {
  if (startMs === null || endMs === null) return null;
  const share = first.length / (first.length + second.length);
  const boundary = knownMs ?? Math.round(startMs + (endMs - startMs) * share);
  return Math.min(Math.max(boundary, startMs), Math.max(startMs, endMs));
};

const merge = (list: SegmentList, node: SegmentNode): Problem | undefined => {
  const { next } = node;
  if (!next) return { field: 'segmentId', message: 'is the last segment: there is none to merge it with' };
  const raw = `${node.raw} ${next.raw}`;
  const joined = joinedText(node.segment, next.segment, cleanWords(raw));
  node.segment = { ...joined, endMs: next.segment.endMs ?? joined.endMs };
  node.raw = raw;
  if (next.timedBy !== undefined) node.timedBy = next.timedBy;
  list.remove(next);
  return undefined;
};

const insert = (
  list: SegmentList,
  previous: SegmentNode | undefined,
  operation: Of<'insert'>,
  { index }: Place,
): Problem | undefined => {
  const { newSegmentId: id, text: raw, startMs, endMs, speaker, heading, kind, level, words } = operation;
  if (list.find(id)) return USED;
  const text = cleanWords(raw);
  if (!hasLetterOrDigit(text) && !(heading && text)) return EMPTY;
  const segment: IdentifiedSegment = {
    id,
    text,
    startMs: startMs ?? null,
    endMs: endMs ?? null,
    speaker: cleanName(speaker),
    ...(heading && { heading }),
    ...(kind && { kind }),
    ...(level && { level }),
  };
  const node = list.insert(previous, withSegmentText(segment, text, timesOf(words)), raw);
  if (startMs !== undefined) node.timedBy = index;
  return undefined;
};

const setTimes = (
  node: SegmentNode,
  { startMs, endMs }: Of<'times'>,
  { index }: Place,
): Problem | undefined => {
  const before = node.segment;
  const movedMs = startMs === undefined || before.startMs === null ? 0 : startMs - before.startMs;
  const isShift = movedMs !== 0 && before.endMs !== null && endMs === before.endMs + movedMs;
  const moved = isShift ? withWordTimes(before, (ms) => Math.max(0, ms + movedMs)) : before;
  node.segment = { ...moved, startMs: startMs ?? before.startMs, endMs: endMs ?? before.endMs };
  node.timedBy = index;
  return undefined;
};

const rename = (
  list: SegmentList,
  { from, to }: Of<'renameSpeaker'>,
  { renames }: Place,
): Problem | undefined => {
  if (renames > MAX_RENAMES) return { field: 'op', message: `is allowed ${MAX_RENAMES} times` };
  const former = cleanWords(from);
  const speaker = cleanName(to);
  let count = 0;
  for (const node of list.nodes()) {
    if (cleanName(node.segment.speaker) !== former) continue;
    node.segment = { ...node.segment, speaker };
    count++;
  }
  return count === 0 ? { field: 'from', message: 'is the speaker of no segment' } : undefined;
};
