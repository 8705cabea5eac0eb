/** Prepares segments for a caption file: one line of text each, with times that players accept. */
import type { Segment } from '../../../../indexer/index.js';
import { cleanWords, hasWords } from './clean-words.js';

export interface ExportCue {
  text: string;
  startMs: number;
  endMs: number;
  speaker: string | null;
}

const SHORTEST_CUE_MS = 1;

/** Leaves out break marks. */
export function exportCues(segments: readonly Segment[]): ExportCue[] {
  return segments
    .filter((segment) => hasWords(segment.text))
    .map((segment) => {
      const startMs = segment.startMs ?? 0;
      return {
        text: cleanWords(segment.text),
        startMs,
        endMs: Math.max(startMs + SHORTEST_CUE_MS, segment.endMs ?? startMs),
        speaker: cleanWords(segment.speaker ?? '') || null,
      };
    });
}
