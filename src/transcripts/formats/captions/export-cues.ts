/** Prepares segments for a caption file: one line of text each, with times that players accept. */
import { cleanWords, hasLetterOrDigit } from '../segments/clean-words.js';
import type { TranscriptSegment } from '../segments/transcript-segment.js';
import { timedWords, type TimedWord } from '../segments/word-times.js';

export interface ExportCue {
  text: string;
  startMs: number;
  endMs: number;
  speaker: string | null;
  /** Whether the next cue is of the same segment. */
  isContinued?: boolean;
  /** Absent if no word has a time, or the caller does not need them. */
  words?: TimedWord[] | undefined;
}

const SHORTEST_CUE_MS = 1;

/** Leaves out break marks. */
export function exportCues(segments: readonly TranscriptSegment[], withWords = false): ExportCue[] {
  return segments
    .filter((segment) => hasLetterOrDigit(segment.text))
    .map((segment) => {
      const startMs = segment.startMs ?? 0;
      const text = cleanWords(segment.text);
      return {
        text,
        startMs,
        endMs: Math.max(startMs + SHORTEST_CUE_MS, segment.endMs ?? startMs),
        speaker: cleanWords(segment.speaker ?? '') || null,
        ...(withWords && { words: timedWords({ ...segment, text }) }),
      };
    });
}

/** The text of a cue in pieces: words, and undefined for the space between two. */
export function* piecesOf(
  { text }: ExportCue,
  words: readonly TimedWord[],
): Generator<TimedWord | undefined> {
  let at = 0;
  for (const word of words) {
    if (text[at] === ' ') {
      yield undefined;
      at++;
    }
    yield word;
    at += word.text.length;
  }
}

/** Longer text does not fit on a screen. Captions are cut at the ends of sentences, if they are not too short then. */
const MAX_CUE_LENGTH = 160;
const MIN_CUE_LENGTH = 50;
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;

/** Cues of a readable length. Each that the next one continues ends with a mark, so that they are read as one. */
export const readableCues = (cues: readonly ExportCue[]): ExportCue[] =>
  cues.flatMap((cue) => {
    if (cue.text.length <= MAX_CUE_LENGTH || cue.endMs - cue.startMs < MIN_MS) return [cue];
    const parts = partsOf(cue.text);
    let at = 0;
    const timeAt = (): number => Math.round(cue.startMs + ((cue.endMs - cue.startMs) * at) / cue.text.length);
    return parts.map((text, i) => {
      const startMs = timeAt();
      at = Math.min(cue.text.length, at + text.length + 1);
      const isLast = i === parts.length - 1;
      return { ...cue, text, startMs, endMs: timeAt(), isContinued: !isLast };
    });
  });

/** A shorter cue has no time for several. */
const MIN_MS = 2_000;

const partsOf = (text: string): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const word of text.split(' ')) {
    const isFull = part.length + 1 + word.length > MAX_CUE_LENGTH;
    if (part !== '' && (isFull || (part.length >= MIN_CUE_LENGTH && SENTENCE_END.test(part)))) {
      parts.push(part);
      part = word;
    } else part += (part === '' ? '' : ' ') + word;
  }
  return [...parts, part];
};
