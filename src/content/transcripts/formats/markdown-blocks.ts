/**
 * Splits Markdown into headings, paragraphs and breaks, and strips a paragraph to its words. CommonMark's full grammar
 * is not needed for plain text: micromark takes fifty times as long, and quadratic time on input such as 25,000 `>`.
 */
import { decodeHTMLStrict } from 'entities';
import { singleSpaced } from '../../../platform/lib/white-space.js';
import { MAX_LEVEL } from './segment-kinds.js';

/** A block of the document; `source` still has its inline markup, but no quote or list markers. */
export interface MarkdownBlock {
  kind: 'heading' | 'paragraph' | 'break';
  source: string;
  /** True inside a block quote. */
  quoted: boolean;
  /** True for an entry of a list. A numbered one keeps its number: `1. Korinther 13` may be no list. */
  listed?: boolean;
  /** Of a heading, or of an entry in a list within lists: from 1. */
  level?: number;
  /** Of a table, whose cells stand between ` | `. */
  row?: 'tableHead' | 'tableRow';
}

/** A bullet, or a number as in `1.` and `2)`. */
const ENTRY = /^([ \t]*)(?:[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|(\d{1,9})[.)][ \t]+(?=\S))/;

const BREAK = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\\\*[ \t]*){3,})$/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/;
/** Characters without which a text has no inline markup. */
const MARKED = /[\\`*_~<&[]/;
/** Where backslash-escaped characters are moved while the inline rules run: a private use area. */
const ESCAPED = 0xe000;

/** The blocks of a Markdown text. Comments, link definitions and code fences are left out; code is text. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  let quoted = false;
  /** Of the entry of a list that is read; 0 for other paragraphs. */
  let level = 0;
  /** Of the lists around it, how far they are indented. */
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
 * The words of a block with single spaces: without emphasis, links, code marks, tags, character references and escapes.
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

/** A heading without the `#` that may close it. */
function withoutClosing(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end--;
  if (end === heading.length || (end > 0 && !/[ \t]/.test(heading[end - 1]!))) return heading;
  return heading.slice(0, end).trimEnd();
}

/** A line may begin with a number that belongs to the sentence above it. */
const beginsEntry = (number: number, lines: readonly string[], isList: boolean): boolean =>
  lines.length === 0 || isList || (number === 1 && /[.:!?]\s*$/.test(lines.at(-1)!));

/** @param indents of the lists around, which are changed to those around this entry */
function levelOf(space: string, indents: number[]): number {
  const indent = space.replaceAll('\t', '    ').length;
  while (indents.length > 0 && indent <= indents.at(-1)!) indents.pop();
  indents.push(indent);
  return Math.min(indents.length, MAX_LEVEL);
}

/** The line between the head of a table and its rows: `| --- | :-: |`. */
const isDelimiter = (line: string): boolean =>
  /^[\s|:-]+$/.test(line) && line.includes('-') && line.includes('|');

/** What looks like a row and is in no table. */
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
