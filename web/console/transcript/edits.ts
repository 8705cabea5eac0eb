/** What an edit does to the transcript in the editor: to the segments that are shown, and to the draft's operations. */
import { withoutText, withTexts } from './operations.js';
import { hasWords, isEmpty, keptWords, type EditorSegment, type Operation } from './segments.js';

export interface Transcript {
  segments: readonly EditorSegment[];
  /** Since the version that the draft is made from. */
  operations: readonly Operation[];
  /** So many of them are being applied at the moment: they stay as they are. */
  sent: number;
}

/** Where the caret goes. */
export interface Caret {
  id: string;
  at: number;
}

/** Typed and pasted text has no lines: a segment is one paragraph. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

const indexOf = (segments: readonly EditorSegment[], id: string): number =>
  segments.findIndex((segment) => segment.id === id);

/** The segment with another text; the words that it leaves as they are keep their times. */
const withText = (segment: EditorSegment, text: string): EditorSegment => ({
  ...segment,
  text,
  words: keptWords(segment.words, segment.text, text),
});

/** @param texts of segments, by id; others stay as they are */
export const setTexts = (transcript: Transcript, texts: ReadonlyMap<string, string>): Transcript => {
  const { operations, sent } = transcript;
  const segments = transcript.segments.map((segment) => {
    const text = texts.get(segment.id);
    return text === undefined ? segment : withText(segment, text);
  });
  return { ...transcript, segments, operations: withTexts(operations, texts, sent) };
};

/** @returns null where no words would be left on one side */
export const split = (
  transcript: Transcript,
  { id, at: caret }: Caret,
  newSegmentId: string,
): Transcript | null => {
  const { segments, operations } = transcript;
  const index = indexOf(segments, id);
  const segment = segments[index];
  if (!segment) return null;
  const { text, words } = segment;
  const at = caret + /^\s*/.exec(text.slice(caret))![0].length;
  const [first, second] = [text.slice(0, at), text.slice(at)];
  if (!hasWords(first) || !hasWords(second)) return null;
  const before = words.filter(({ end }) => end <= at);
  const after = words.filter(({ start }) => start >= at);
  const cutMs = boundaryOf(segment, at, before, after);
  return {
    ...transcript,
    segments: segments.toSpliced(
      index,
      1,
      { ...segment, text: first, endMs: cutMs, words: before },
      {
        ...segment,
        id: newSegmentId,
        text: second,
        startMs: cutMs,
        words: after.map((word) => ({ ...word, start: word.start - at, end: word.end - at })),
      },
    ),
    operations: [...operations, { op: 'split', segmentId: id, at, newSegmentId }],
  };
};

/** When the second part begins, as the server will set it, except for rounding. */
const boundaryOf = (
  { text, startMs, endMs }: EditorSegment,
  at: number,
  before: EditorSegment['words'],
  after: EditorSegment['words'],
): number | null => {
  if (startMs === null || endMs === null) return null;
  const known = after[0]?.startMs ?? before.at(-1)?.endMs;
  const cutMs = known ?? Math.round(startMs + ((endMs - startMs) * at) / text.length);
  return Math.min(Math.max(cutMs, startMs), Math.max(startMs, endMs));
};

/** @returns the transcript, and where both texts meet; null for the first segment */
export const mergeWithPrevious = (
  transcript: Transcript,
  id: string,
): { transcript: Transcript; caret: Caret } | null => {
  const index = indexOf(transcript.segments, id);
  const second = transcript.segments[index];
  const first = transcript.segments[index - 1];
  if (!first || !second) return null;
  if (isEmpty(second))
    return { transcript: remove(transcript, index), caret: { id: first.id, at: first.text.length } };
  if (isEmpty(first)) return { transcript: remove(transcript, index - 1), caret: { id, at: 0 } };
  // The server joins with one space what it has; what it has must be what is shown.
  const tidied = setTexts(
    transcript,
    new Map(
      [first, second].flatMap(({ id: one, text }) => (text.trim() === text ? [] : [[one, text.trim()]])),
    ),
  );
  const [left, right] = [tidied.segments[index - 1]!, tidied.segments[index]!];
  const at = left.text.length;
  const joined: EditorSegment = {
    ...left,
    text: `${left.text} ${right.text}`,
    endMs: right.endMs ?? left.endMs,
    words: [
      ...left.words,
      ...right.words.map((word) => ({ ...word, start: word.start + at + 1, end: word.end + at + 1 })),
    ],
  };
  return {
    transcript: {
      ...tidied,
      segments: tidied.segments.toSpliced(index - 1, 2, joined),
      operations: [...tidied.operations, { op: 'merge', segmentId: left.id }],
    },
    caret: { id: left.id, at },
  };
};

const remove = (transcript: Transcript, index: number): Transcript => {
  const { segments, operations, sent } = transcript;
  const { id } = segments[index]!;
  return {
    ...transcript,
    segments: segments.toSpliced(index, 1),
    operations: [...withoutText(operations, id, sent), { op: 'delete', segmentId: id }],
  };
};

export const setSpeaker = (transcript: Transcript, id: string, speaker: string | null): Transcript => {
  const { segments, operations, sent } = transcript;
  const last = operations.length > sent ? operations.at(-1) : undefined;
  const kept = last?.op === 'speaker' && last.segmentId === id ? operations.slice(0, -1) : operations;
  return {
    ...transcript,
    segments: segments.map((segment) => (segment.id === id ? { ...segment, speaker } : segment)),
    operations: [...kept, { op: 'speaker', segmentId: id, speaker }],
  };
};

export const renameSpeaker = (transcript: Transcript, from: string, to: string): Transcript => {
  const { segments, operations } = transcript;
  if (!segments.some(({ speaker }) => speaker === from)) return transcript;
  return {
    ...transcript,
    segments: segments.map((segment) => (segment.speaker === from ? { ...segment, speaker: to } : segment)),
    operations: [...operations, { op: 'renameSpeaker', from, to }],
  };
};
