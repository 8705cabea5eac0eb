/** Splits a transcript into sentences, grouped into runs that end at headings, break marks and long pauses. */
import type { Segment } from '../ports.js';
import { countWords, pieceSpans, sentenceSpans, type Span } from '../text/sentences.js';
import { cleanText, isBreak, toTimedText, type TimedText } from '../text/timed-text.js';

/** Maximum words per chunk, overlap included; a longer sentence is cut into pieces. */
export const MAX_CHUNK_WORDS = 160;
/** A pause of this length in ms is a change of topic … */
const LONG_PAUSE_MS = 5000;
/** … unless such pauses occur throughout the item, as in captions that cover only part of the speech. */
const HABITUAL_PAUSE_FACTOR = 4;
const MIN_HABITUAL_PAUSES = 20;

/** A range of the run's text. */
export interface Sentence extends Span {
  words: number;
  speaker: string | null;
  heading: boolean;
}

interface SentenceRun {
  text: TimedText;
  sentences: Sentence[];
  /** Index of the segment that an offset of the text is in. */
  segmentAt(offset: number): number;
}

export const timedSentences = (segments: readonly Segment[]): SentenceRun[] =>
  runsOf(segments).map((run) => {
    const text = toTimedText(run);
    return {
      text,
      sentences: text.stretches.flatMap((stretch) => sentencesOf(text, stretch)),
      segmentAt: (offset) => run[text.segmentAt(offset)]!.index,
    };
  });

/** A segment with its index among all segments of the item. */
type IndexedSegment = Segment & { index: number };

/**
 * Groups segments into runs, which no chunk crosses: a new one starts at a heading, after a break mark or a long
 * pause.
 */
function runsOf(segments: readonly Segment[]): IndexedSegment[][] {
  const pause = longPause(segments);
  const runs: IndexedSegment[][] = [];
  let run: IndexedSegment[] = [];
  let last: Segment | undefined;
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
    last = undefined;
  };
  for (const [index, raw] of segments.entries()) {
    const segment = { ...raw, text: cleanText(raw.text), index };
    if (!segment.text) continue;
    if (isBreak(segment.text)) {
      close();
      continue;
    }
    if ((segment.heading && last && !last.heading) || (last && gap(last, segment) >= pause)) close();
    run.push(segment);
    last = segment;
  }
  close();
  return runs;
}

function gap(before: Segment, after: Segment): number {
  return before.endMs === null || after.startMs === null ? 0 : after.startMs - before.endMs;
}

function longPause(segments: readonly Segment[]): number {
  const gaps: number[] = [];
  for (let i = 1; i < segments.length; i++) gaps.push(gap(segments[i - 1]!, segments[i]!));
  if (gaps.length < MIN_HABITUAL_PAUSES) return LONG_PAUSE_MS;
  gaps.sort((a, b) => a - b);
  return Math.max(LONG_PAUSE_MS, HABITUAL_PAUSE_FACTOR * gaps[gaps.length >> 1]!);
}

function sentencesOf(text: TimedText, stretch: TimedText['stretches'][number]): Sentence[] {
  const { speaker, heading } = stretch;
  return sentenceSpans(text.text.slice(stretch.start, stretch.end)).flatMap((span) => {
    const whole = { start: span.start + stretch.start, end: span.end + stretch.start };
    const words = countWords(text.text.slice(whole.start, whole.end));
    if (words <= MAX_CHUNK_WORDS) return [{ ...whole, words, speaker, heading }];
    return pieceSpans(text.text, whole, text.seams).map((piece) => ({
      ...piece,
      words: countWords(text.text.slice(piece.start, piece.end)),
      speaker,
      heading,
    }));
  });
}
