/** Reads and writes plain text: paragraphs, with optional time stamps. */
import type { Segment } from '../../../../indexer/index.js';
import { hasWords, type ParsedTranscript } from './cues.js';
import { TranscriptFormatError } from './format-error.js';
import { checkLines, checkSegments } from './limits.js';
import { dropStamps, normalizeStamps, takeStamp } from './stamps.js';
import { interpolateTimes } from './times.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** Lines of at least this average length are paragraphs, not one wrapped paragraph. */
const PARAGRAPH_LINE = 120;
/** An exported paragraph ends with the first sentence after this many characters, or at a pause of this length, ms. */
const EXPORT_PARAGRAPH = 600;
const EXPORT_PAUSE_MS = 2000;

/**
 * One segment per paragraph, timed only by stamps.
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when the text has no words
 */
export function parsePlainText(text: string): ParsedTranscript {
  checkLines(text);
  const segments = paragraphs(normalizeStamps(text)).map((paragraph) => {
    const { startMs, endMs, rest } = takeStamp(paragraph);
    return { text: dropStamps(rest), startMs, endMs };
  });
  const kept = segments.filter((segment) => hasWords(segment.text));
  checkSegments(kept.length);
  if (kept.length === 0) throw new TranscriptFormatError('The text has no words');
  return { segments: interpolateTimes(kept), warnings: [] };
}

function paragraphs(text: string): string[] {
  const blocks = text.split(/\n[^\S\n]*\n\s*/).map((block) => block.trim());
  const one = blocks.length === 1 ? blocks[0]!.split('\n') : [];
  const ownLines =
    one.length > 1 && one.reduce((sum, line) => sum + line.length, 0) / one.length >= PARAGRAPH_LINE;
  return (ownLines ? one : blocks).map((block) => singleSpaced(block));
}

/** Paragraphs of text; each change of speaker starts a paragraph with the name. */
export function writePlainText(segments: readonly Segment[]): string {
  const result: string[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const text = singleSpaced(segment.text);
    if (!text) continue;
    const speaker = segment.speaker?.trim() || null;
    const turn = speaker !== null && speaker !== (last?.speaker?.trim() || null);
    if (!last || turn || endsParagraph(last, segment, result.at(-1)!))
      result.push(turn ? `${speaker}: ${text}` : text);
    else result.push(`${result.pop()!} ${text}`);
    last = segment;
  }
  return result.length === 0 ? '' : `${result.join('\n\n')}\n`;
}

/** Untimed segments are already paragraphs; timed ones are cues to be joined. */
function endsParagraph(last: Segment, next: Segment, paragraph: string): boolean {
  if (last.heading || next.heading || last.startMs === null || last.text.length >= EXPORT_PARAGRAPH / 2)
    return true;
  if (next.startMs !== null && last.endMs !== null && next.startMs - last.endMs >= EXPORT_PAUSE_MS)
    return true;
  return paragraph.length >= EXPORT_PARAGRAPH && /[.!?]["'”’)\]]*$/.test(last.text.trim());
}
