/**
 * Splits Markdown into headings, paragraphs and breaks, and strips inline markup. A subset of CommonMark suffices
 * for plain text: micromark takes fifty times as long, and quadratic time on input such as 25,000 `>`.
 */
import { decodeHTMLStrict } from 'entities';
import { singleSpaced } from '../../../platform/lib/white-space.js';
import { MAX_LEVEL } from '../segments/transcript-segment.js';

/** A block of the document; `source` still contains inline markup, but no quote or list markers. */
export interface MarkdownBlock {
  kind: 'heading' | 'paragraph' | 'break';
  source: string;
  /** True inside a block quote. */
  quoted: boolean;
  /** True for a list entry. A numbered one keeps its number, because `1. Korinther 13` may not be a list. */
  listed?: boolean;
  /** Level of a heading or a nested list entry, from 1. */
  level?: number;
  /** For a table row, whose cells are separated by ` | `. */
  row?: 'tableHead' | 'tableRow';
}

/** A bullet, or a number as in `1.` and `2)`. */
const ENTRY = /^([ \t]*)(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|(\d{1,9})[.)][ \t]+(?=\S))/;

const BREAK = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\\\*[ \t]*){3,})$/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/;
/** Characters that every inline markup contains at least one of. */
const MARKED = /[\\`*_~<&[]/;
/** Escaped characters are moved to this private use area while the inline rules run. */
const ESCAPED = 0xe000;

/** The blocks of a Markdown text. Comments, link definitions and code fences are dropped; code is kept as text. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  let quoted = false;
  /** Level of the current list entry; 0 for other paragraphs. */
  let level = 0;
  /** Indentation of the enclosing lists. */
  let indents: number[] = [];
  let isTable = false;
  const close = (): void => {
    if (lines.length > 0) {
      const listed = level > 0;
      if (!listed) indents = [];
      const source = lines.map(withoutFrame).join('\n');
      blocks.push({ kind: 'paragraph', source, quoted, listed, ...(listed && { level }) });
    }
    lines = [];
    level = 0;
  };
  const addRow = (row: 'tableHead' | 'tableRow', line: string): void => {
    indents = [];
    blocks.push({ kind: 'paragraph', source: cellsOf(line), quoted, row });
  };
  for (const line of text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split('\n')) {
    const quote = /^ {0,3}>[ \t]?/.exec(line);
    const content = line.replace(/^ {0,3}(?:>[ \t]?)+/, '');
    if ((quote !== null) !== quoted && (quote !== null || content.trim() === '' || lines.length === 0)) {
      close();
      quoted = quote !== null;
    }
    const heading = HEADING.exec(content);
    isTable &&= content.includes('|');
    if (isTable) {
      addRow('tableRow', content);
    } else if (lines.length === 1 && level === 0 && lines[0]!.includes('|') && isDelimiter(content)) {
      addRow('tableHead', lines.pop()!);
      isTable = true;
    } else if (
      content.trim() === '' ||
      /^ {0,3}(?:```|~~~)/.test(content) ||
      /^ {0,3}\[[^\]]+\]:\s+\S+/.test(content)
    ) {
      close();
    } else if (lines.length > 0 && /^ {0,3}(?:=+|-+)[ \t]*$/.test(content)) {
      const underline = content.includes('=') ? 1 : 2;
      blocks.push({ kind: 'heading', source: lines.join(' '), quoted, level: underline });
      [lines, level, indents] = [[], 0, []];
    } else if (BREAK.test(content)) {
      close();
      blocks.push({ kind: 'break', source: '* * *', quoted });
    } else if (heading) {
      close();
      indents = [];
      const source = withoutClosing(content.slice(heading[0].length).trim());
      if (source) blocks.push({ kind: 'heading', source, quoted, level: heading[0].trim().length });
    } else {
      const entry = ENTRY.exec(content);
      const number = entry?.[2];
      if (entry && (number === undefined || beginsEntry(Number(number), lines, level > 0))) {
        close();
        level = levelOf(entry[1]!, indents);
        lines.push(number === undefined ? content.slice(entry[0].length) : content.trim());
      } else lines.push(content);
    }
  }
  close();
  return blocks;
}

/**
 * The words of a block with single spaces, without emphasis, links, code marks, tags, character references and
 * escapes.
 */
export function plainInline(source: string): string {
  if (!MARKED.test(source)) return singleSpaced(source);
  const plain = decodeHTMLStrict(
    source
      .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => String.fromCharCode(ESCAPED + sign.charCodeAt(0)))
      .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+["'][^"']*["'])?\)/g, '$1')
      .replace(/!?\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
      .replace(/<((?:https?|mailto):[^<>\s]+)>/g, '$1')
      .replace(/<\/?[a-zA-Z][^<>]*>/g, '')
      .replace(/(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g, '$2')
      .replace(/(\*{1,3})(?=\S)([^*]*?\S)\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]*?\S)\1(?![\p{L}\p{N}_])/gu, '$2')
      .replace(/~~(?=\S)([^~]*?\S)~~/g, '$1'),
  ).replace(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ESCAPED));
  return singleSpaced(plain);
}

/** Strips the closing `#` of a heading. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end--;
  if (end === heading.length || (end > 0 && !/[ \t]/.test(heading[end - 1]!))) return heading;
  return heading.slice(0, end).trimEnd();
}

/** Distinguishes a list entry from a line that begins with a number of the sentence above. */
const beginsEntry = (number: number, lines: readonly string[], isList: boolean): boolean =>
  lines.length === 0 || isList || (number === 1 && /[.:!?]\s*$/.test(lines.at(-1)!));

/** @param indents of the enclosing lists; updated to those that enclose this entry */
function levelOf(space: string, indents: number[]): number {
  const indent = space.replaceAll('\t', '    ').length;
  while (indents.length > 0 && indent <= indents.at(-1)!) indents.pop();
  indents.push(indent);
  return Math.min(indents.length, MAX_LEVEL);
}

/** The line between the head of a table and its rows: `| --- | :-: |`. */
const isDelimiter = (line: string): boolean =>
  /^[\s|:-]+$/.test(line) && line.includes('-') && line.includes('|');

/** Removes the pipes of a line that looks like a table row but is not in a table. */
function withoutFrame(line: string): string {
  if (!/^\s*\|.*\|\s*$/.test(line)) return line;
  return isDelimiter(line) ? '' : line.replace(/^\s*\||\|\s*$/g, '').replace(/\|/g, ' ');
}

const cellsOf = (row: string): string =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .join(' | ');
