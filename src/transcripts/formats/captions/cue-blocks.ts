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
const NUMBER = /^\s*\d+\s*$/;

/**
 * Reads the cues in file order, including those without times or text.
 * @param text as `decodeText` returns it
 * @throws {TranscriptFormatError} when no line has cue times, or there are too many lines or cues
 */
export function readCues(text: string, dialect: CueDialect): { cues: RawCue[]; warnings: string[] } {
  checkLines(text);
  const blocks = splitBlocks(text, dialect);
  if (!blocks.some((block) => block.lines.some((line) => ARROW.test(line)))) {
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
    else if (block) block.lines.push(line);
    else blocks.push((block = { line: i + 1, lines: [line] }));
  });
  return blocks;
}

function readBlock(block: Block, dialect: CueDialect, cues: RawCue[], warnings: string[]): void {
  const arrows = block.lines.flatMap((line, i) => (ARROW.test(line) ? [i] : []));
  const comment = dialect.isComment(block.lines[0]!);
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
    cues.push({ line: block.line + at, lines, ...cueTimes(block.lines[at]!, block.line + at, warnings) });
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

function cueTimes(line: string, number: number, warnings: string[]): Pick<RawCue, 'startMs' | 'endMs'> {
  const [from = '', to = ''] = line.split(ARROW, 2);
  const startMs = parseTime(from);
  const endMs = parseTime(to.trim().split(/\s/)[0]!);
  if (startMs === null || endMs === null) {
    warnings.push(
      `line ${number}: "${line.trim().slice(0, 60)}" has no valid start and end time; it is interpolated`,
    );
  }
  return { startMs, endMs };
}
