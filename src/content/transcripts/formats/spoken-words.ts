/** Joins timed words into segments, for files without sentences. */
import type { Segment } from '../../../../indexer/index.js';

export interface SpokenWord {
  /** Including the punctuation that follows. */
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker?: string | null;
}

/** A segment ends at a pause of this length in ms, at the end of a sentence, or after this many words. */
const PAUSE_MS = 1_000;
const MAX_WORDS = 40;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;

export const segmentsOfWords = (words: readonly SpokenWord[]): Segment[] => {
  const groups: SpokenWord[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (!group || !last || endsAt(last, word) || group.length >= MAX_WORDS) groups.push([word]);
    else group.push(word);
  }
  return groups.map((group) => ({
    text: group.map(({ text }) => text.trim()).join(' '),
    startMs: group[0]!.startMs,
    endMs: group.at(-1)!.endMs,
    speaker: group[0]!.speaker ?? null,
  }));
};

const endsAt = (last: SpokenWord, next: SpokenWord): boolean =>
  (last.speaker ?? null) !== (next.speaker ?? null) ||
  SENTENCE_END.test(last.text.trim()) ||
  (last.endMs !== null && next.startMs !== null && next.startMs - last.endMs >= PAUSE_MS);
