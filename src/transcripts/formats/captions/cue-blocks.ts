/** Finds the cues of a caption file by their timing arrows, tolerating common mistakes of captioning tools. */
import { TranscriptFormatError } from '../parsing/format-error.js';
import { checkLines, checkSegments } from '../parsing/limits.js';
import { parseTime } from '../segments/times.js';
import type { TimedWord } from '../segments/word-times.js';

/** A cue as written; `line` is the 1-based line of its arrow or, without one, of its first words. */
export interface RawCue {
  line: number;
  startMs: number | null;
  endMs: number | null;
  /** Including markup. */
  lines: string[];
  /** The words with markup, where `lines` have none. */
  marked?: string;
  /** Replaces `lines` for formats that name the speaker and have no markup in the words. */
  spoken?: { text: string; speaker: string | null; words?: TimedWord[] | undefined }[];
}

export interface CueDialect {
  name: string;
  /** A correct timing line, for error messages. */
  example: string;
  /**
   * WebVTT: a line of spaces belongs to its cue, and every block is a cue. SubRip: such a line ends the cue, and
   * a block without a number continues the cue above.
   */
  strictBlocks: boolean;
  /** True for the first line of a block that is not speech. */
  isComment(line: string): boolean;
}

interface Block {
  line: number;
  lines: string[];
}

const ARROW = /-{1,2}>/;
/** Arrows as word processors change them. */
const OTHER_ARROW = /[-–—] ?[-–—]? ?>|[→⟶]/;
const MAYBE_ARROW = /[>→⟶]/;
/** Marks of the direction of writing, and byte order marks. */
export const INVISIBLE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** Settings may follow without a space. */
const FIRST_TIME = /^-?(?:\d{1,9}:)?\d{1,3}:\d{1,2}(?:[.,:]\d{1,9})?/;
/** Longest text before an arrow: a number and a time. */
const MAX_TIME_LENGTH = 40;
const NUMBER = /^[\s\u200e\u200f]*\d+\s*$/;
/** A header, which stands inside of files that were joined. */
const HEADER = /^\ufeff?(?:WEBVTT(?=\s|$)|X-TIMESTAMP-MAP=)/;

type Times = Pick<RawCue, 'startMs' | 'endMs'>;

/** The text, with arrows that a page has escaped. */
export const withArrows = (text: string): string =>
  text.includes('-->') ? text : text.replaceAll('--&gt;', '-->');

/** The times of a line with an arrow between them, null where they cannot be read; null for words with an arrow. */
export const timesOfLine = (line: string): Times | null => {
  if (!MAYBE_ARROW.test(line)) return null;
  const plain = line.replace(INVISIBLE, '').replace(/\s/g, ' ').trim();
  const usual = ARROW.exec(plain);
  const arrow = usual ?? OTHER_ARROW.exec(plain);
  if (!arrow || arrow.index > MAX_TIME_LENGTH) return null;
  // The number of a cue may stand on its line.
  const from = plain.slice(0, arrow.index).replace(/[ –—-]+$|^\d{1,6}[.)]? +(?=\d)/g, '');
  const to = plain.slice(arrow.index + arrow[0].length).trimStart();
  const startMs = parseTime(from);
  const endMs = parseTime(FIRST_TIME.exec(to)?.[0] ?? '');
  // Words such as "12:15 → 12:30" have no parts of seconds.
  const isTimes = usual
    ? startMs !== null || (!/\p{L}/u.test(from) && (endMs !== null || /\d:/.test(from)))
    : startMs !== null && endMs !== null && /[.,]\d/.test(from);
  return isTimes ? { startMs, endMs } : null;
};

/**
 * Reads the cues in file order, including those without times or text.
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when no line has cue times, or there are too many lines or cues
 */
export function readCues(text: string, dialect: CueDialect): { cues: RawCue[]; warnings: string[] } {
  checkLines(text);
  const blocks = splitBlocks(withArrows(text), dialect);
  if (!blocks.some((block) => block.lines.some((line) => timesOfLine(line)))) {
    if (blocks.length === 0) throw new TranscriptFormatError(`The ${dialect.name} transcript is empty`);
    const problem = `Not a ${dialect.name} transcript: no line has cue times such as "${dialect.example}"`;
    throw new TranscriptFormatError(problem, blocks[0]!.line);
  }
  const cues: RawCue[] = [];
  const warnings: string[] = [];
  for (const block of blocks) readBlock(block, dialect, cues, warnings);
  checkSegments(cues.length);
  return { cues, warnings };
}

function splitBlocks(text: string, dialect: CueDialect): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  text.split('\n').forEach((line, i) => {
    if (dialect.strictBlocks ? line === '' : line.trim() === '') block = null;
    // Below its times, a cue may say it.
    else if (HEADER.test(line) && !timesOfLine(block?.lines.at(-1) ?? ''))
      blocks.push((block = { line: i + 1, lines: ['WEBVTT'] }));
    else if (block) block.lines.push(line);
    else blocks.push((block = { line: i + 1, lines: [line] }));
  });
  return blocks;
}

function readBlock(block: Block, dialect: CueDialect, cues: RawCue[], warnings: string[]): void {
  const times = block.lines.map(timesOfLine);
  const arrows = times.flatMap((found, i) => (found ? [i] : []));
  const comment = block.lines[0] === 'WEBVTT' || dialect.isComment(block.lines[0]!);
  if (arrows.length === 0) {
    if (!comment) readUntimed(block, dialect, cues, warnings);
    return;
  }
  // The line above the first arrow is the cue's identifier; lines above that belong to the previous cue.
  const above = cues.at(-1);
  if (!comment && above) append(above, block.lines.slice(0, Math.max(0, arrows[0]! - 1)));
  arrows.forEach((at, n) => {
    const next = arrows[n + 1];
    const lines = block.lines.slice(at + 1, next);
    if (next !== undefined && NUMBER.test(lines.at(-1) ?? '')) lines.pop();
    const { startMs, endMs } = times[at]!;
    const line = block.line + at;
    if (startMs === null || endMs === null)
      warnings.push(
        `line ${line}: "${block.lines[at]!.trim().slice(0, 60)}" has no valid start and end time; it is interpolated`,
      );
    cues.push({ line, lines, startMs, endMs });
  });
}

function readUntimed(block: Block, dialect: CueDialect, cues: RawCue[], warnings: string[]): void {
  const numbered = NUMBER.test(block.lines[0]!);
  const lines = numbered ? block.lines.slice(1) : block.lines;
  if (lines.every((line) => line.trim() === '')) return;
  const above = cues.at(-1);
  if (above && !numbered && !dialect.strictBlocks) {
    append(above, lines);
    return;
  }
  warnings.push(`line ${block.line}: words without a time; the time is interpolated`);
  cues.push({ line: block.line, startMs: null, endMs: null, lines });
}

/** Appends in place, because copying for each block would take quadratic time for a cue of many blocks. */
function append(cue: RawCue, lines: readonly string[]): void {
  for (const line of lines) cue.lines.push(line);
}
