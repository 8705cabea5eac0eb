/** Segments as responses contain them. */
import type { z } from 'zod';
import { timedWords } from '../formats/segments/word-times.js';
import type { IdentifiedSegment } from '../stored/stored-segments.js';
import type { segment } from '../stored/transcript.schema.js';

export type ShownSegment = z.input<typeof segment>;

export const shownSegment = (given: IdentifiedSegment, withWords = false): ShownSegment => {
  const { id, text, startMs, endMs, speaker, heading, kind, level } = given;
  return {
    id,
    text,
    startMs,
    endMs,
    speaker: speaker ?? null,
    heading: heading ?? false,
    kind: kind ?? null,
    level: level ?? null,
    ...(withWords && { words: timedWords(given) ?? null }),
  };
};
