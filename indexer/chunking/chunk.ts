/** Cuts an item's segments into chunks: whole sentences, evenly sized, with times and speaker. */
import type { Chunk, Segment } from '../ports.js';
import { MAX_CHUNK_WORDS, timedSentences, type Sentence } from './timed-sentences.js';

/** Target number of new words per chunk, not counting the overlapping sentence. */
const TARGET_WORDS = 105;
/**
 * How far a chunk may end from its target, as a share of the target, so that the next chunk starts with a speaker
 * turn.
 */
const TURN_SLACK = 0.4;
/** A longer sentence is not repeated, because the chunk would consist mostly of overlap. */
const MAX_OVERLAP_WORDS = 80;

/** A chunk, and where it begins. */
export interface TimedChunk extends Chunk {
  /** Index of the segment in which it begins. */
  segment: number;
}

/** The chunks of an item, in order. Deterministic; empty segments produce no chunks. */
export function chunkSegments(segments: readonly Segment[]): TimedChunk[] {
  const chunks: TimedChunk[] = [];
  for (const { text, sentences, segmentAt } of timedSentences(segments)) {
    for (const group of groups(sentences)) {
      const from = sentences[group.start]!;
      const to = sentences[group.end - 1]!;
      chunks.push({
        ordinal: chunks.length,
        text: text.text.slice(from.start, to.end),
        ...text.times(from.start, to.end),
        speaker: mainSpeaker(sentences.slice(group.fresh, group.end)),
        segment: segmentAt(from.start),
      });
    }
  }
  return chunks;
}

/** A range of sentence indexes. */
interface SentenceGroup {
  start: number;
  fresh: number;
  end: number;
}

/**
 * Groups of the sentences `start` to `end`, of which those before `fresh` are overlap. The remaining words are
 * divided evenly, so that no small group is left over.
 */
export function groups(sentences: readonly Sentence[]): SentenceGroup[] {
  const result: SentenceGroup[] = [];
  let left = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  let fresh = 0;
  while (fresh < sentences.length) {
    const before = sentences[fresh - 1];
    const repeats =
      before !== undefined &&
      !before.heading &&
      !isTurn(sentences, fresh) &&
      before.words <= MAX_OVERLAP_WORDS &&
      before.words + sentences[fresh]!.words <= MAX_CHUNK_WORDS;
    const room = MAX_CHUNK_WORDS - (repeats ? before.words : 0);
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

/** Whether the speaker changes at this sentence. */
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

/** The end nearest to the target at which a speaker turn begins; without one, the given end. */
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

/** The speaker with the most words; the first one in case of a tie. */
function mainSpeaker(sentences: readonly Sentence[]): string | null {
  const words = new Map<string, number>();
  for (const { speaker, words: count } of sentences) {
    if (speaker !== null) words.set(speaker, (words.get(speaker) ?? 0) + count);
  }
  let best: string | null = null;
  for (const [speaker, count] of words) if (best === null || count > words.get(best)!) best = speaker;
  return best;
}
