/** Determines where paragraphs end in a transcript that is cut into cues. */
import type { Segment } from '../../../../indexer/index.js';
import { cleanWords } from './clean-words.js';

/** A paragraph ends with the first sentence after this many characters, or at a pause of this length in ms. */
const PARAGRAPH = 600;
const PAUSE_MS = 2000;

export const speakerOf = ({ speaker }: Segment): string | null => cleanWords(speaker ?? '') || null;

/** Untimed segments are already paragraphs; timed ones are cues to be joined. */
export function endsParagraph(last: Segment, next: Segment, paragraph: string): boolean {
  if (last.heading || next.heading || last.startMs === null || last.text.length >= PARAGRAPH / 2) return true;
  if (next.startMs !== null && last.endMs !== null && next.startMs - last.endMs >= PAUSE_MS) return true;
  return paragraph.length >= PARAGRAPH && /[.!?]["'”’)\]]*$/.test(last.text.trim());
}
