/** Splits a transcript into sentences with the properties that segmentation, titles and summaries need. */
import { groups } from '../chunking/chunk.js';
import type { Segment } from '../ports.js';
import { countWords } from '../text/sentences.js';
import type { TimedText } from '../text/timed-text.js';
import { timedSentences, type Sentence } from '../chunking/timed-sentences.js';
import { sungLines, withoutNotes } from './sung-lines.js';

export interface OutlineSentence {
  text: string;
  /** ms, null if unknown */
  startMs: number | null;
  endMs: number | null;
  words: number;
  speaker: string | null;
  heading: boolean;
  /** The ordinal of the first chunk that contains the sentence. */
  chunk: number;
  /** Whether it is, or directly follows, a heading, a break mark or a long pause. */
  opensRun: boolean;
  /** Silence before the sentence in ms; 0 if unknown. */
  pauseMs: number;
  /** Whether it is a line of a song. */
  sung: boolean;
}

type Span = Pick<Sentence, 'start' | 'end'>;
type Piece = OutlineSentence & { cue: boolean };

/**
 * The sentences of a transcript, with the ordinals of the chunks that `chunkSegments` makes of it. Each line of a
 * song is a sentence, even if none ends there. Musical notes are removed from the text.
 */
export function outlineSentences(segments: readonly Segment[]): OutlineSentence[] {
  const pieces = piecesOf(segments);
  const sung = sungLines(pieces.map(({ text }) => text));
  const all: OutlineSentence[] = [];
  pieces.forEach(({ cue, ...piece }, at) => {
    const isSung = sung[at]!;
    const text = withoutNotes(piece.text);
    const last = cue && !isSung && !sung[at - 1] ? all.at(-1) : undefined;
    if (last) {
      last.text += ` ${text}`;
      last.words += piece.words;
      last.endMs = piece.endMs;
    } else if (text) all.push({ ...piece, text, sung: isSung });
  });
  return all;
}

/** Sentences, cut where cues begin; `cue` is set on all pieces of a sentence but the first. */
function piecesOf(segments: readonly Segment[]): Piece[] {
  const all: Piece[] = [];
  let chunk = 0;
  for (const { text, sentences } of timedSentences(segments)) {
    for (const group of groups(sentences)) {
      for (let at = group.fresh; at < group.end; at++) {
        const { speaker, heading, ...sentence } = sentences[at]!;
        cuesOf(text, sentence).forEach(({ start, end }, piece) => {
          const { startMs, endMs } = text.times(start, end);
          const before = all.at(-1)?.endMs ?? null;
          all.push({
            text: text.text.slice(start, end),
            startMs,
            endMs,
            words: countWords(text.text.slice(start, end)),
            speaker,
            heading,
            chunk,
            opensRun: at === 0 && piece === 0,
            pauseMs: before === null || startMs === null ? 0 : Math.max(0, startMs - before),
            sung: false,
            cue: piece > 0,
          });
        });
      }
      chunk++;
    }
  }
  return all;
}

function cuesOf({ text, seams }: TimedText, { start, end }: Span): Span[] {
  const pieces: Span[] = [];
  let from = start;
  // A cue begins after a space.
  for (let at = text.indexOf(' ', start) + 1; at > 0 && at < end; at = text.indexOf(' ', at) + 1) {
    if (!seams.has(at)) continue;
    pieces.push({ start: from, end: at - 1 });
    from = at;
  }
  return [...pieces, { start: from, end }];
}
