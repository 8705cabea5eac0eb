/** Joins segments into one text, and maps its offsets to times and speakers. */
import { lastAtMost } from './last-at-most.js';
import type { Segment } from '../ports.js';

/** A gap of this length between cues in ms is a good place to cut if punctuation is missing. */
const PAUSE_MS = 600;

/** Text of one speaker, in which a sentence may span segments. */
export interface Stretch {
  start: number;
  end: number;
  speaker: string | null;
  heading: boolean;
}

export interface TimedText {
  text: string;
  stretches: Stretch[];
  /** Offsets of segment starts; true after a pause. */
  seams: ReadonlyMap<number, boolean>;
  /** Times of a range of the text in ms, interpolated within a segment; null if no segment in the range has times. */
  times(start: number, end: number): { startMs: number | null; endMs: number | null };
  /** The index of the segment that contains the offset. */
  segmentAt(offset: number): number;
}

interface Placed {
  start: number;
  end: number;
  startMs: number | null;
  endMs: number | null;
}

/** Whether a segment is only a break mark: `* * *`, `---`, `⁂`. */
export function isBreak(text: string): boolean {
  return /^(?:(?:[*\-_=~•·#–—]\s?){3,}|⁂)$/u.test(text);
}

/**
 * Expects segments in order, with clean, non-empty texts. Times never decrease, and overlapping segments end
 * where the next one starts.
 */
export function toTimedText(segments: readonly Segment[]): TimedText {
  const placed = place(segments);
  const stretches: Stretch[] = [];
  const seams = new Map<number, boolean>();
  segments.forEach((segment, i) => {
    const { start } = placed[i]!;
    const speaker = segment.speaker?.trim() || null;
    const heading = segment.heading === true;
    const stretch = stretches.at(-1);
    const before = segments[i - 1];
    // A segment without times is a paragraph, which ends a sentence; a cue may end in the middle of one.
    if (stretch && before?.startMs !== null && stretch.speaker === speaker && !stretch.heading && !heading) {
      stretch.end = placed[i]!.end;
    } else {
      stretches.push({ start, end: placed[i]!.end, speaker, heading });
    }
    const silence =
      before && segment.startMs !== null && before.endMs !== null ? segment.startMs - before.endMs : 0;
    seams.set(start, silence >= PAUSE_MS);
  });
  return {
    text: segments.map((segment, i) => between(segments[i - 1], segment) + segment.text).join(''),
    stretches,
    seams,
    times: (start, end) => timesOf(placed, start, end),
    segmentAt: (offset) => indexAt(placed, offset),
  };
}

/** Separates a segment from the one before: headings, list items and table rows are lines of their own. */
function between(before: Segment | undefined, segment: Segment): string {
  if (!before) return '';
  return isLine(before) || isLine(segment) ? '\n' : ' ';
}

const isLine = ({ heading, kind }: Segment): boolean =>
  heading === true || kind === 'listItem' || kind === 'tableHead' || kind === 'tableRow';

/** Removes control characters, which break search engines, and collapses white space. */
export function cleanText(text: string): string {
  return text
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .replace(/[^ -~\u00a0-\u200a\u200c-\uffff]/g, '')
    .trim();
}

function place(segments: readonly Segment[]): Placed[] {
  let offset = 0;
  let clock = 0;
  const placed = segments.map((segment) => {
    const start = offset;
    const end = start + segment.text.length;
    offset = end + 1;
    const startMs = known(segment.startMs) ? (clock = Math.max(clock, segment.startMs)) : null;
    return {
      start,
      end,
      startMs,
      endMs: known(segment.endMs) && startMs !== null ? Math.max(startMs, segment.endMs) : null,
    };
  });
  let next: number | null = null;
  for (let i = placed.length - 1; i >= 0; i--) {
    const it = placed[i]!;
    if (it.startMs === null) continue;
    if (next !== null && (it.endMs === null || it.endMs > next)) it.endMs = next;
    next = it.startMs;
  }
  return placed;
}

function known(ms: number | null): ms is number {
  return ms !== null && Number.isFinite(ms);
}

function timesOf(
  placed: readonly Placed[],
  start: number,
  end: number,
): { startMs: number | null; endMs: number | null } {
  let first = indexAt(placed, start);
  let last = indexAt(placed, end - 1);
  while (first < last && placed[first]!.startMs === null) first++;
  while (last > first && (placed[last]!.endMs ?? placed[last]!.startMs) === null) last--;
  return { startMs: timeAt(placed[first]!, start), endMs: timeAt(placed[last]!, end) };
}

/** Index of the segment that contains the offset, or precedes the space at that offset. */
function indexAt(placed: readonly Placed[], offset: number): number {
  return lastAtMost(placed.length, (index) => placed[index]!.start, offset);
}

function timeAt(segment: Placed, offset: number): number | null {
  const { start, end, startMs, endMs } = segment;
  if (startMs === null || endMs === null) return startMs;
  const share = Math.min(1, Math.max(0, (offset - start) / Math.max(1, end - start)));
  return Math.round(startMs + share * (endMs - startMs));
}
