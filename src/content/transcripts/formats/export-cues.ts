/** Segments made ready for a caption file: one line of text each, and times that a player accepts. */
import type { Segment } from '../../../../indexer/index.js';
import { estimateTimes, isTimed } from './times.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

export interface ExportCue {
  text: string;
  startMs: number;
  endMs: number;
  speaker: string | null;
}

/** Speech at about 150 words a minute. */
const MS_PER_CHARACTER = 70;
const SHORTEST_CUE_MS = 1;

/** Break marks are left out. Segments of which none is timed are laid end to end at a speaker's usual pace. */
export function exportCues(segments: readonly Segment[]): ExportCue[] {
  const spoken = segments
    .filter((segment) => /[\p{L}\p{N}]/u.test(segment.text))
    .map((segment) => ({ ...segment, text: singleSpaced(segment.text) }));
  const length = spoken.reduce((sum, segment) => sum + segment.text.length, 0);
  return estimateTimes(spoken, isTimed(spoken) ? null : length * MS_PER_CHARACTER).map((segment) => {
    const startMs = segment.startMs ?? 0;
    return {
      text: segment.text,
      startMs,
      endMs: Math.max(startMs + SHORTEST_CUE_MS, segment.endMs ?? startMs),
      speaker: segment.speaker?.trim() || null,
    };
  });
}
