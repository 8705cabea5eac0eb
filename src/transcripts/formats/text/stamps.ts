/** Finds time stamps in text, and normalises them to `[mm:ss]` at the start of a line. */
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

/** A time, at least minutes and seconds. */
export const CLOCK = String.raw`(?:\d{1,2}:)?[0-5]?\d:[0-5]\d(?:[.,]\d{1,3})?`;
const RANGE = String.raw`(${CLOCK})(?:${TO}(${CLOCK}))?`;
/** `(12:30)`; without parentheses only before a name with a colon, or alone on its line: `00:00:10 Speaker 1:`. */
const PLAIN_STAMP = new RegExp(
  String.raw`^[ \t]*(?:\(${RANGE}\)|${RANGE}(?=[ \t]*$|[ \t]+\p{Lu}[^:\n]{0,60}:(?:\s|$)))[ \t]*`,
  'u',
);
/** A line that begins with a stamp in brackets, escaped or not. */
const STAMPED_LINE = new RegExp(String.raw`^[ \t]*\\*\[\\*${TIME}`);
/** Verse numbers look like times, but are closer together: minimum ms per character between times. */
const FASTEST_MS_PER_CHARACTER = 25;

export interface PlainStamp {
  startMs: number;
  written: string;
  /** Where the text after the stamp starts in its line. */
  length: number;
}

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

/**
 * Starts a paragraph at each line that begins with a time, and puts the time in brackets. Times without brackets
 * count only if all of them are in order and leave enough time to speak the words between them.
 */
export function normalizeStamps(text: string): string {
  const lines = text.split('\n');
  const stamps = lines.map(plainStamp);
  const plain = areTimes(lines, stamps);
  return lines
    .flatMap((line, i) => {
      const stamp = plain ? stamps[i] : null;
      if (stamp) return ['', `[${stamp.written}] ${line.slice(stamp.length)}`];
      return STAMPED_LINE.test(line) ? ['', line] : [line];
    })
    .join('\n');
}

function plainStamp(line: string): PlainStamp | null {
  const match = PLAIN_STAMP.exec(line);
  const start = match?.[1] ?? match?.[3];
  if (!match || start === undefined) return null;
  const end = match[2] ?? match[4];
  return {
    startMs: parseTime(start) ?? 0,
    written: (end === undefined ? start : `${start} - ${end}`).replaceAll(',', '.'),
    length: match[0].length,
  };
}

/** Whether the possible times of some lines are in order and leave enough time to speak the words between them. */
export function areTimes(lines: readonly string[], stamps: readonly (PlainStamp | null)[]): boolean {
  const at = stamps.flatMap((stamp, i) => (stamp ? [i] : []));
  const first = at[0];
  const last = at.at(-1);
  if (first === undefined || last === undefined) return false;
  if (first === last) return /^\d{2}:|:.*:/.test(stamps[first]!.written);
  const times = at.map((i) => stamps[i]!.startMs);
  if (times.some((time, i) => i > 0 && time < times[i - 1]!)) return false;
  const characters = lines.slice(first, last).reduce((sum, line) => sum + line.length, 0);
  return times.at(-1)! - times[0]! >= characters * FASTEST_MS_PER_CHARACTER;
}
