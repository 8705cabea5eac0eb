/** Cuts an item's segments into chunks: whole sentences, evenly sized, with times and speaker. */
import type { Chunk, Segment } from './ports.js';
import { countWords, pieceSpans, sentenceSpans, type Span } from './sentences.js';
import { cleanText, isBreak, layOut, type TimedText } from './timed-text.js';

/** Maximum words per chunk, overlap included; a longer sentence is cut into pieces. */
const MAX_WORDS = 160;
/** Target number of new words per chunk; the sentence of overlap comes on top. */
const TARGET_WORDS = 105;
/** How far from its target, as a share of it, a chunk may end for the next one to begin with a turn. */
const TURN_SLACK = 0.4;
/** A longer sentence is not repeated, as the chunk would be mostly overlap. */
const MAX_OVERLAP_WORDS = 80;
/** A pause of this length counts as a change of topic, ms … */
const LONG_PAUSE_MS = 5000;
/** … unless the item has such pauses everywhere, as captions that show only part of a line do. */
const HABITUAL_PAUSE_FACTOR = 4;
const MIN_HABITUAL_PAUSES = 20;

interface Sentence extends Span {
  words: number;
  speaker: string | null;
  heading: boolean;
}

/** The chunks of an item, in order. Deterministic; empty segments give no chunks. */
export function chunkSegments(segments: readonly Segment[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const topic of topics(segments)) {
    const text = layOut(topic);
    const sentences = text.stretches.flatMap((stretch) => sentencesOf(text, stretch));
    for (const group of groups(sentences)) {
      const from = sentences[group.start]!;
      const to = sentences[group.end - 1]!;
      chunks.push({
        ordinal: chunks.length,
        text: text.text.slice(from.start, to.end),
        ...text.times(from.start, to.end),
        speaker: mainSpeaker(sentences.slice(group.fresh, group.end)),
      });
    }
  }
  return chunks;
}

/**
 * Groups segments into topics, which no chunk crosses: a new one starts at a heading, after a break mark or a long
 * pause.
 */
function topics(segments: readonly Segment[]): Segment[][] {
  const pause = longPause(segments);
  const runs: Segment[][] = [];
  let run: Segment[] = [];
  let last: Segment | undefined;
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
    last = undefined;
  };
  for (const raw of segments) {
    const segment = { ...raw, text: cleanText(raw.text) };
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
    if (words <= MAX_WORDS) return [{ ...whole, words, speaker, heading }];
    return pieceSpans(text.text, whole, text.seams).map((piece) => ({
      ...piece,
      words: countWords(text.text.slice(piece.start, piece.end)),
      speaker,
      heading,
    }));
  });
}

/**
 * Groups of sentences from `start` to `end`, new from `fresh` on. The rest is divided evenly, so that no small group is
 * left.
 */
function groups(sentences: readonly Sentence[]): { start: number; fresh: number; end: number }[] {
  const result: { start: number; fresh: number; end: number }[] = [];
  let left = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  let fresh = 0;
  while (fresh < sentences.length) {
    const before = sentences[fresh - 1];
    const repeats =
      before !== undefined &&
      !before.heading &&
      !isTurn(sentences, fresh) &&
      before.words <= MAX_OVERLAP_WORDS &&
      before.words + sentences[fresh]!.words <= MAX_WORDS;
    const room = MAX_WORDS - (repeats ? before.words : 0);
    const aim = left <= room ? left : left / Math.max(2, Math.round(left / TARGET_WORDS));
    let words = 0;
    let end = fresh;
    for (; end < sentences.length; end++) {
      const more = words + sentences[end]!.words;
      if (end > fresh && (more > room || Math.abs(more - aim) > Math.abs(words - aim))) break;
      words = more;
    }
    ({ end, words } = nearestTurn(sentences, { fresh, end, words }, aim, room));
    result.push({ start: repeats ? fresh - 1 : fresh, fresh, end });
    left -= words;
    fresh = end;
  }
  return result;
}

/** Whether another speaker than before begins here. */
const isTurn = (sentences: readonly Sentence[], at: number): boolean => {
  const [before, next] = [sentences[at - 1], sentences[at]];
  return (
    before !== undefined && next !== undefined && next.speaker !== null && next.speaker !== before.speaker
  );
};

interface GroupEnd {
  fresh: number;
  end: number;
  words: number;
}

/** The end nearest to the target before which a turn begins, or else the same end. */
function nearestTurn(
  sentences: readonly Sentence[],
  found: GroupEnd,
  aim: number,
  room: number,
): Pick<GroupEnd, 'end' | 'words'> {
  const { fresh, end } = found;
  if (end === sentences.length || isTurn(sentences, end)) return found;
  let best: GroupEnd | undefined;
  let words = 0;
  for (let at = fresh + 1; at < sentences.length; at++) {
    words += sentences[at - 1]!.words;
    if (words > room || words > aim * (1 + TURN_SLACK)) break;
    if (words < aim * (1 - TURN_SLACK) || !isTurn(sentences, at)) continue;
    if (!best || Math.abs(words - aim) < Math.abs(best.words - aim)) best = { fresh, end: at, words };
  }
  return best ?? found;
}

/** The speaker with the most words; the first of equals. */
function mainSpeaker(sentences: readonly Sentence[]): string | null {
  const words = new Map<string, number>();
  for (const { speaker, words: count } of sentences) {
    if (speaker !== null) words.set(speaker, (words.get(speaker) ?? 0) + count);
  }
  let best: string | null = null;
  for (const [speaker, count] of words) if (best === null || count > words.get(best)!) best = speaker;
  return best;
}
