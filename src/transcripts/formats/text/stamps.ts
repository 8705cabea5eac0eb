/** Takes time stamps out of the words of a paragraph. */
import { parseTime } from '../segments/times.js';

const TIME = String.raw`(?:\d+:)?\d{1,3}:\d{2}(?:\.\d+)?`;
const TO = String.raw`\s*(?:to|-{0,2}>|-|–|—)\s*`;
/**
 * `[12:15]`, `[01:00:19.26]`, `[15:51 - 15:54]`, `[a] to [b]`, also with the stray backslash that some tools
 * write.
 */
const LEADING_STAMP = new RegExp(
  String.raw`^\[\\*(${TIME})(?:${TO}(${TIME}))?\\*\]\s*(?:(?:to|-|–)\s*\[\\*(${TIME})\]\s*)?`,
);
/** A stamp with two-digit minutes, which no verse number has, or any stamp after a transcriber's note. */
const INNER_STAMP =
  /\[(?:(unintelligible|inaudible|indistinct|cross-?talk|laughter|laughs|music|applause) \\*(?:\d+:)?\d{1,3}:\d{2}|\\*(?:\d+:)?\d{2,3}:\d{2}(?:\.\d+)?(?:\s*[-–]\s*(?:\d+:)?\d{2,3}:\d{2})?)(?:\.\d+)?\]/gi;

/** The stamp at the start of a paragraph, with its end if written, and the text after it. */
export function takeStamp(text: string): { startMs: number | null; endMs: number | null; rest: string } {
  const match = LEADING_STAMP.exec(text);
  if (!match) return { startMs: null, endMs: null, rest: text };
  const end = match[2] ?? match[3];
  return {
    startMs: parseTime(match[1]!),
    endMs: end === undefined ? null : parseTime(end),
    rest: text.slice(match[0].length),
  };
}

/** Removes stamps inside a text; `[unintelligible 00:12:33]` keeps its word. */
export function dropStamps(text: string): string {
  if (!text.includes('[')) return text.trim();
  const dropped = text.replace(INNER_STAMP, (_, note: string | undefined) => (note ? `[${note}]` : ''));
  if (dropped === text) return text.trim();
  return dropped
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +([.,;:?!])/g, '$1')
    .trim();
}
