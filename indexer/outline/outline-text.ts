/** A transcript as sentences, with what segmentation, titles and summaries look at. */
import { groups } from '../chunk.js';
import type { Segment } from '../ports.js';
import { timedSentences } from '../timed-sentences.js';

export interface OutlineSentence {
  text: string;
  /** ms, null if unknown */
  startMs: number | null;
  endMs: number | null;
  words: number;
  speaker: string | null;
  heading: boolean;
  /** The ordinal of the first chunk that has the sentence. */
  chunk: number;
  /** It begins after a heading, a break mark or a long pause, or is one. */
  opensRun: boolean;
  /** Silence before it in ms; 0 if unknown. */
  pauseMs: number;
}

/** The sentences of a transcript, with the ordinals of the chunks that `chunkSegments` makes of it. */
export function outlineSentences(segments: readonly Segment[]): OutlineSentence[] {
  const all: OutlineSentence[] = [];
  let chunk = 0;
  for (const { text, sentences } of timedSentences(segments)) {
    for (const group of groups(sentences)) {
      for (let at = group.fresh; at < group.end; at++) {
        const { start, end, words, speaker, heading } = sentences[at]!;
        const { startMs, endMs } = text.times(start, end);
        const before = all.at(-1)?.endMs ?? null;
        const pauseMs = before === null || startMs === null ? 0 : Math.max(0, startMs - before);
        const written = text.text.slice(start, end);
        const opensRun = at === 0;
        all.push({ text: written, startMs, endMs, words, speaker, heading, chunk, opensRun, pauseMs });
      }
      chunk++;
    }
  }
  return all;
}
