/** Finds the cues of a caption file by their arrows, forgiving what captioning tools get wrong. */
import { normaliseText } from './decode-text.js';
import { TranscriptFormatError } from './format-error.js';
import { parseTime } from './times.js';

/** A cue as written; `line` is the 1-based line of its arrow, or of its first words where it has none. */
export interface RawCue {
  line: number;
  startMs: number | null;
  endMs: number | null;
  lines: string[];
}

export interface CueDialect {
  name: string;
  /** A timing line as it should be, for messages. */
  example: string;
  /** WebVTT: a line of spaces belongs to its cue, and every block is a cue; SubRip: such a line ends the cue, and a block without number goes on with the cue above. */
  strictBlocks: boolean;
  /** True for the first line of a block that is no speech. */
  isComment(line: string): boolean;
}

interface Block {
  line: number;
  lines: string[];
}

const ARROW = /-{1,2}>/;
const NUMBER = /^\s*\d+\s*$/;

/** Cues in file order, also those without times or text. @throws TranscriptFormatError where no line of the file times a cue. */
export function readCues(text: string, dialect: CueDialect): { cues: RawCue[]; warnings: string[] } {
  const blocks = splitBlocks(text, dialect);
  if (!blocks.some((block) => block.lines.some((line) => ARROW.test(line)))) {
    if (blocks.length === 0) throw new TranscriptFormatError(`This ${dialect.name} transcript is empty`);
    const problem = `This is no ${dialect.name} transcript: nowhere a line times a cue as "${dialect.example}" does`;
    throw new TranscriptFormatError(problem, blocks[0]!.line);
  }
  const cues: RawCue[] = [];
  const warnings: string[] = [];
  for (const block of blocks) readBlock(block, dialect, cues, warnings);
  return { cues, warnings };
}

function splitBlocks(text: string, dialect: CueDialect): Block[] {
  const blocks: Block[] = [];
  let block: Block | null = null;
  normaliseText(text)
    .split('\n')
    .forEach((line, i) => {
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
  // Above the first arrow stands the cue's name; what is above that is more text of the cue before.
  const above = cues.at(-1);
  if (!comment && above) above.lines = above.lines.concat(block.lines.slice(0, Math.max(0, arrows[0]! - 1)));
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
    above.lines = above.lines.concat(lines);
    return;
  }
  warnings.push(`line ${block.line}: words without a time; their time is interpolated`);
  cues.push({ line: block.line, startMs: null, endMs: null, lines });
}

function cueTimes(line: string, number: number, warnings: string[]): Pick<RawCue, 'startMs' | 'endMs'> {
  const [from = '', to = ''] = line.split(ARROW);
  const startMs = parseTime(from);
  const endMs = parseTime(to.trim().split(/\s/)[0]!);
  if (startMs === null || endMs === null) {
    warnings.push(
      `line ${number}: "${line.trim().slice(0, 60)}" lacks a time that can be read; it is interpolated`,
    );
  }
  return { startMs, endMs };
}
