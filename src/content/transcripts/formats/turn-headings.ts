/** Reads lines that say who speaks and since when, above the words: `Ruth Adeyemi  0:05`, as Otter and Teams write them. */
import { NAME_END } from './guarded-text.js';
import { looksLikeSpeaker } from './speaker-labels.js';
import { areTimes, CLOCK, type PlainStamp } from './stamps.js';
import { parseTime } from './times.js';

/** The time stands apart: after two spaces, a tab, or in parentheses. */
const HEADING = new RegExp(
  String.raw`^(\p{Lu}[^:\n\t]{0,60}?)(?:(?: {2,}|\t[ \t]*)(${CLOCK})| +\((${CLOCK})\))[ \t]*$`,
  'u',
);
/** No verse of the Bible looks so: chapters begin with 1. */
const FIRST_BEFORE_MS = 60_000;

interface TurnHeading extends PlainStamp {
  name: string;
}

/**
 * Writes the headings as `Name: [0:05]`, marked as names of our exports are. Only of a text that consists of nothing but
 * turns: it begins with a heading, words follow each, and the times begin in the first minute and are in order.
 */
export function markTurns(text: string): string {
  const lines = text.split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  if (!isRegular(written, written.map(headingOf))) return text;
  let isBelowHeading = false;
  return lines
    .flatMap((line) => {
      if (isBelowHeading && line.trim() === '') return [];
      const heading = headingOf(line);
      isBelowHeading = heading !== null;
      return heading ? ['', `${heading.name}:${NAME_END}[${heading.written}]`] : [line];
    })
    .join('\n');
}

function headingOf(line: string): TurnHeading | null {
  const match = HEADING.exec(line);
  const written = match?.[2] ?? match?.[3];
  const name = match?.[1]!.trim();
  if (!match || written === undefined || !name || !looksLikeSpeaker(name)) return null;
  return {
    name,
    startMs: parseTime(written) ?? 0,
    written: written.replace(',', '.'),
    length: match[0].length,
  };
}

const isRegular = (lines: readonly string[], headings: readonly (TurnHeading | null)[]): boolean => {
  const [first] = headings;
  const hasWords = (at: number): boolean => at + 1 < lines.length && !headings[at + 1];
  return (
    !!first &&
    first.startMs < FIRST_BEFORE_MS &&
    headings.filter((heading) => heading).length > 1 &&
    headings.every((heading, at) => !heading || hasWords(at)) &&
    areTimes(lines, headings)
  );
};
