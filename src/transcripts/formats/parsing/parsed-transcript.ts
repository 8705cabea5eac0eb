/** What a reader of any format returns. */
import type { TranscriptSegment } from '../segments/transcript-segment.js';

export interface ParsedTranscript {
  /** In order of time; each contains at least one letter or digit. */
  segments: TranscriptSegment[];
  /** What was repaired or left out, for the person who sent the file. */
  warnings: string[];
  /** A BCP 47 tag, if the file states its language. */
  language?: string;
}

/** Maximum number of warnings reported in full; the rest is only counted. */
const MAX_WARNINGS = 20;

/** The first warnings, and the number of further ones. */
export function summary(warnings: readonly string[]): string[] {
  const more = warnings.length - MAX_WARNINGS;
  return more <= 0 ? [...warnings] : [...warnings.slice(0, MAX_WARNINGS), `and ${more} more`];
}
