/**
 * Splits Markdown into headings, paragraphs and breaks, and strips a paragraph to its words. CommonMark's full grammar
 * is not needed for plain text: micromark takes fifty times as long, and quadratic time on input such as 25,000 `>`.
 */
import { decodeHTMLStrict } from 'entities';
import { singleSpaced } from '../../../platform/lib/white-space.js';

/** A block of the document; `source` still has its inline markup, but no quote or list markers. */
export interface MarkdownBlock {
  kind: 'heading' | 'paragraph' | 'break';
  source: string;
  /** True inside a block quote. */
  quoted: boolean;
  /** True for an entry of a bulleted list. */
  listed?: boolean;
}

const BREAK = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\\\*[ \t]*){3,})$/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/;
/** Characters without which a text has no inline markup. */
const MARKED = /[\\`*_~<&[]/;
/** Where backslash-escaped characters are moved while the inline rules run: a private use area. */
const ESCAPED = 0xe000;

/** The blocks of a Markdown text. Comments, link definitions and code fences are left out; code and lists are text. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  let quoted = false;
  let listed = false;
  const close = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', source: lines.join('\n'), quoted, listed });
    lines = [];
    listed = false;
  };
  for (const line of text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').split('\n')) {
    const quote = /^ {0,3}>[ \t]?/.exec(line);
    const content = line.replace(/^ {0,3}(?:>[ \t]?)+/, '');
    if ((quote !== null) !== quoted && (quote !== null || content.trim() === '' || lines.length === 0)) {
      close();
      quoted = quote !== null;
    }
    const heading = HEADING.exec(content);
    if (
      content.trim() === '' ||
      /^ {0,3}(?:```|~~~)/.test(content) ||
      /^ {0,3}\[[^\]]+\]:\s+\S+/.test(content)
    ) {
      close();
    } else if (lines.length > 0 && /^ {0,3}(?:=+|-+)[ \t]*$/.test(content)) {
      blocks.push({ kind: 'heading', source: lines.join(' '), quoted });
      lines = [];
      listed = false;
    } else if (BREAK.test(content)) {
      close();
      blocks.push({ kind: 'break', source: '* * *', quoted });
    } else if (heading) {
      close();
      const source = withoutClosing(content.slice(heading[0].length).trim());
      if (source) blocks.push({ kind: 'heading', source, quoted });
    } else {
      const item = /^\s*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?/.exec(content);
      if (item) close();
      listed ||= item !== null;
      lines.push(tableCells(content.slice(item?.[0].length ?? 0)));
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

function tableCells(line: string): string {
  if (!/^\s*\|.*\|\s*$/.test(line)) return line;
  return /^[\s|:-]+$/.test(line) ? '' : line.replace(/^\s*\||\|\s*$/g, '').replace(/\|/g, ' ');
}
