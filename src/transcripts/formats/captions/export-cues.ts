/** Prepares segments for a caption file: one line of text each, with times that players accept. */
import { cleanWords, hasLetterOrDigit } from '../segments/clean-words.js';
import type { TranscriptSegment } from '../segments/transcript-segment.js';
import { timedWords, type TimedWord } from '../segments/word-times.js';

export interface ExportCue {
  text: string;
  startMs: number;
  endMs: number;
  speaker: string | null;
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
