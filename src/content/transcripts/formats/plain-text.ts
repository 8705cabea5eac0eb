/** Reads and writes plain text: paragraphs, with `[mm:ss]` stamps where the text has them. */
import type { Segment } from '../../../../indexer/index.js';
import { hasWords, type ParsedTranscript } from './cues.js';
import { normaliseText } from './decode-text.js';
import { TranscriptFormatError } from './format-error.js';
import { interpolateTimes, parseTime } from './times.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** `[12:15]`, `[01:00:19.26]`, also with the stray backslash that some tools leave. */
const LEADING_STAMP =
  /^\[\\*((?:\d+:)?\d{1,3}:\d{2}(?:\.\d+)?)\]\s*(?:(?:to|-|–)\s*\[\\*((?:\d+:)?\d{1,3}:\d{2}(?:\.\d+)?)\]\s*)?/;
/** A stamp of two-digit minutes, so that no verse is taken for one, or any after a transcriber's note. */
const INNER_STAMP =
  /\[(?:(unintelligible|inaudible|indistinct|cross-?talk|laughter|laughs|music|applause) \\*(?:\d+:)?\d{1,3}:\d{2}|\\*(?:\d+:)?\d{2,3}:\d{2})(?:\.\d+)?\]/gi;
/** Lines of this length on average are paragraphs of their own, not one paragraph wrapped. */
const PARAGRAPH_LINE = 120;
/** A paragraph of exported text is closed at the first sentence end after this many characters, or after a pause of this length, ms. */
const EXPORT_PARAGRAPH = 600;
const EXPORT_PAUSE_MS = 2000;

/** One segment a paragraph, untimed but for stamps. @throws TranscriptFormatError where it has no words. */
export function parsePlainText(text: string): ParsedTranscript {
  const segments = paragraphs(normaliseText(text)).map((paragraph) => {
    const { startMs, endMs, rest } = takeStamp(paragraph);
    return { text: dropStamps(rest), startMs, endMs };
  });
  const kept = segments.filter((segment) => hasWords(segment.text));
  if (kept.length === 0) throw new TranscriptFormatError('There are no words in this text');
  return { segments: interpolateTimes(kept), warnings: [] };
}

/** The stamp at the beginning of a paragraph, with its end where it is written `[a] to [b]`, and the text after it. */
export function takeStamp(text: string): { startMs: number | null; endMs: number | null; rest: string } {
  const match = LEADING_STAMP.exec(text);
  if (!match) return { startMs: null, endMs: null, rest: text };
  return {
    startMs: parseTime(match[1]!),
    endMs: match[2] === undefined ? null : parseTime(match[2]),
    rest: text.slice(match[0].length),
  };
}

/** Takes stamps out of the midst of a text; `[unintelligible 00:12:33]` keeps its word. */
export function dropStamps(text: string): string {
  if (!text.includes('[')) return text.trim();
  return text
    .replace(INNER_STAMP, (_, note: string | undefined) => (note ? `[${note}]` : ''))
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +([.,;:?!])/g, '$1')
    .trim();
}

function paragraphs(text: string): string[] {
  const blocks = text.split(/\n[^\S\n]*\n\s*/).map((block) => block.trim());
  const one = blocks.length === 1 ? blocks[0]!.split('\n') : [];
  const ownLines =
    one.length > 1 && one.reduce((sum, line) => sum + line.length, 0) / one.length >= PARAGRAPH_LINE;
  return (ownLines ? one : blocks).flatMap(byStamps).map((block) => singleSpaced(block));
}

/** Lines that begin with a stamp are paragraphs of their own. */
function byStamps(block: string): string[] {
  const parts: string[] = [];
  for (const line of block.split('\n')) {
    if (parts.length === 0 || LEADING_STAMP.test(line.trim())) parts.push(line);
    else parts.push(`${parts.pop()!} ${line}`);
  }
  return parts.map((part) => part.trim());
}

/** Paragraphs of text; where another begins to speak, the paragraph opens with the name. */
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

/** Untimed segments are paragraphs already; timed ones are cues that are put together. */
function endsParagraph(last: Segment, next: Segment, paragraph: string): boolean {
  if (last.heading || next.heading || last.startMs === null || last.text.length >= EXPORT_PARAGRAPH / 2)
    return true;
  if (next.startMs !== null && last.endMs !== null && next.startMs - last.endMs >= EXPORT_PAUSE_MS)
    return true;
  return paragraph.length >= EXPORT_PARAGRAPH && /[.!?]["'”’)\]]*$/.test(last.text.trim());
}
