/** Parses and writes plain text: paragraphs with optional time stamps and speaker names. */
import type { Segment } from '../../../../indexer/index.js';
import { takeMarkedName } from '../parsing/caption-speakers.js';
import { cleanWords, hasLetterOrDigit } from '../segments/clean-words.js';
import type { ParsedTranscript } from '../parsing/parsed-transcript.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { nameMarks, withoutStamps, NAME_END } from '../parsing/guarded-text.js';
import { checkLines, checkSegments, checkTexts } from '../parsing/limits.js';
import { endsParagraph, speakerOf } from '../segments/paragraph-ends.js';
import { isNumberedSpeaker, takeLabel, looksLikeSpeaker } from '../parsing/speaker-labels.js';
import { dropStamps, normalizeStamps, takeStamp, areTimes, CLOCK, type PlainStamp } from './stamps.js';
import { interpolateTimes, parseTime } from '../segments/times.js';
import { takeMark } from './word-marks.js';
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** Lines of at least this average length are paragraphs rather than one wrapped paragraph. */
const PARAGRAPH_LINE = 120;
/** As in Markdown. */
const HEADING = /^(#{1,6})[ \t]+(\S[^\n]*)$/;

/**
 * One segment per paragraph, timed only by stamps. A label such as `Speaker 1:` names the speaker until the next
 * one.
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when the text has no words
 */
export function parsePlainText(text: string): ParsedTranscript {
  checkLines(text);
  checkTexts([{ text }]);
  const stamped = normalizeStamps(markTurns(text));
  const names = speakerNames(stamped);
  let speaker: string | null = null;
  const segments = paragraphs(separateTurns(stamped, names)).map((block): Segment => {
    const { kind, rest: written } = takeMark(block);
    const [, signs, heading] = HEADING.exec(written.trimEnd()) ?? [];
    if (signs && heading)
      return { text: cleanWords(heading), startMs: null, endMs: null, heading: true, level: signs.length };
    const marked = takeMarkedName(written);
    const { startMs, endMs, rest } = takeStamp(singleSpaced(marked?.rest ?? written));
    const label = names.size > 0 ? takeLabel(rest) : null;
    const turn = label && names.has(label.name) ? label : null;
    speaker = marked ? marked.speaker : (turn?.name ?? speaker);
    return {
      text: cleanWords(dropStamps(turn?.rest ?? rest)),
      startMs,
      endMs,
      ...(speaker ? { speaker } : kind),
    };
  });
  const kept = segments.filter((segment) => hasLetterOrDigit(segment.text));
  checkSegments(kept.length);
  if (kept.length === 0) throw new TranscriptFormatError('The text has no words');
  return { segments: interpolateTimes(kept), warnings: [] };
}

const labelOf = (line: string): string | undefined => takeLabel(takeStamp(line.trimStart()).rest)?.name;

/** Numbered speakers, and other labels used at least twice if most lines begin with a label. */
function speakerNames(text: string): Set<string> {
  const uses = new Map<string, number>();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const name of lines.map(labelOf)) if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  const turns = [...uses].filter(([, count]) => count > 1);
  const isDialogue = turns.length > 1 && turns.reduce((sum, [, count]) => sum + count, 0) * 2 >= lines.length;
  const named = isDialogue ? turns : [];
  return new Set([...[...uses].filter(([name]) => isNumberedSpeaker(name)), ...named].map(([name]) => name));
}

/** Starts a new paragraph at each line that begins with a speaker's name. */
const separateTurns = (text: string, names: ReadonlySet<string>): string =>
  names.size === 0
    ? text
    : text
        .split('\n')
        .flatMap((line) => (names.has(labelOf(line) ?? '') ? ['', line] : [line]))
        .join('\n');

function paragraphs(text: string): string[] {
  // Ends of lines are not trimmed, see `guarded-text.ts`.
  const blocks = text.split(/\n[^\S\n]*\n[ \t\n]*/).map((block) => block.replace(/^[ \t\n]+/, ''));
  const lines = blocks.length === 1 ? blocks[0]!.trimEnd().split('\n') : [];
  const ownLines =
    lines.length > 1 && lines.reduce((sum, line) => sum + line.length, 0) / lines.length >= PARAGRAPH_LINE;
  return ownLines ? lines : blocks;
}

/** Paragraphs of text; each change of speaker starts a paragraph with the name, see `guarded-text.ts`. */
export function writePlainText(segments: readonly Segment[]): string {
  const result: { text: string; after: string }[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const text = withoutStamps(cleanWords(segment.text));
    if (!text) continue;
    const lastSpeaker = last ? speakerOf(last) : null;
    const speaker = speakerOf(segment);
    const paragraph = result.at(-1);
    if (!last || !paragraph || speaker !== lastSpeaker || endsParagraph(last, segment, paragraph.text)) {
      const { before, after } = nameMarks(speaker, lastSpeaker);
      result.push({ text: before + text, after });
    } else paragraph.text += ` ${text}`;
    last = segment;
  }
  return result.length === 0 ? '' : `${result.map(({ text, after }) => text + after).join('\n\n')}\n`;
}

/** A line above a turn, of its speaker and time: `Ruth Adeyemi  0:05`, as Otter and Teams write them. The time is separated by two spaces or a tab, or is in parentheses. */
const TURN_HEADING = new RegExp(
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
function markTurns(text: string): string {
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
  const match = TURN_HEADING.exec(line);
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
