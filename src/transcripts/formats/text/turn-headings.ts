/** Parses heading lines with speaker and time above the words: `Ruth Adeyemi  0:05`, as Otter and Teams write them. */
import { NAME_END } from '../parsing/guarded-text.js';
import { looksLikeSpeaker } from '../parsing/speaker-labels.js';
import { areTimes, CLOCK, type PlainStamp } from './stamps.js';
import { parseTime } from '../segments/times.js';

/** The time is separated by two spaces or a tab, or is in parentheses. */
const HEADING = new RegExp(
  String.raw`^(\p{Lu}[^:\n\t]{0,60}?)(?:(?: {2,}|\t[ \t]*)(${CLOCK})| +\((${CLOCK})\))[ \t]*$`,
  'u',
);
/** Bible verses do not match, because chapters begin with 1. */
const FIRST_BEFORE_MS = 60_000;

interface TurnHeading extends PlainStamp {
  name: string;
}

/**
 * Rewrites the headings as `Name: [0:05]`, marked like the names in our exports. Applies only to a text that
 * consists entirely of turns: it begins with a heading, each heading is followed by words, and the times are in
 * order and begin in the first minute.
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
