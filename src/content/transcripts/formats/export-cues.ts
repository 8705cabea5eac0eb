/** Prepares segments for a caption file: one line of text each, with times that players accept. */
import type { Segment } from '../../../../indexer/index.js';
import { hasWords } from './cues.js';
import { estimateTimes } from './times.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

export interface ExportCue {
  text: string;
  startMs: number;
  endMs: number;
  speaker: string | null;
}

/** Speech at about 150 words per minute. */
const MS_PER_CHARACTER = 70;
const SHORTEST_CUE_MS = 1;

/** Leaves out break marks. If no segment is timed, they are laid end to end at an average speaking rate. */
export function exportCues(segments: readonly Segment[]): ExportCue[] {
  const spoken = segments
    .filter((segment) => hasWords(segment.text))
    .map((segment) => ({ ...segment, text: singleSpaced(segment.text) }));
  const length = spoken.reduce((sum, segment) => sum + segment.text.length, 0);
  return estimateTimes(spoken, length * MS_PER_CHARACTER).map((segment) => {
    const startMs = segment.startMs ?? 0;
    return {
      text: segment.text,
      startMs,
      endMs: Math.max(startMs + SHORTEST_CUE_MS, segment.endMs ?? startMs),
      speaker: segment.speaker?.trim() || null,
    };
  });
}
