/** Parses Word documents (Office Open XML, ISO/IEC 29500): paragraphs with times and names, as in plain text. */
import { createCounter, type IsNumbered } from './docx-numbering.js';
import { TranscriptFormatError } from '../parsing/format-error.js';
import { checkLines, MAX_TEXT_BYTES, TOO_MUCH_TEXT } from '../parsing/limits.js';
import { createXmlReader } from '../parsing/xml.js';
import type { Segment } from '../../../../indexer/index.js';
import { MAX_LEVEL } from '../segments/transcript-segment.js';
import { markOf } from '../text/word-marks.js';

/** Elements that were deleted, moved away, or repeated for older programs. */
const LEFT_OUT = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText']);

/** Parses the XML of a document incrementally. */
export interface WordReader {
  /** @throws {TranscriptFormatError} when it is not well-formed, or has too much text */
  write(xml: string): void;
  /**
   * The paragraphs as plain text, separated by empty lines. Headings begin with `#`, other special paragraphs
   * with a mark of `word-marks.ts`.
   * @param isNumbered from the document's numbering
   * @throws {TranscriptFormatError} when it is incomplete
   */
  end(isNumbered: IsNumbered): string;
  /** Whether there are lists, whose numbering is in another part. */
  readonly hasLists: boolean;
}

export const createWordReader = (): WordReader => {
  const paragraphs: WordParagraph[] = [];
  let hasLists = false;
  const add = (paragraph: WordParagraph): void => {
    hasLists ||= paragraph.listId !== undefined;
    paragraphs.push(paragraph);
  };
  const tables = createTableReader(add);
  /** Text boxes are paragraphs within paragraphs. */
  const open: WordParagraph[] = [];
  let leftOut = 0;
  /** In a run; its text may be hidden. */
  let isRun = false;
  let isHidden = false;
  let isText = false;
  let isDocument = false;
  let textLength = 0;
  /** Characters since the parser's last callback, which it buffers. */
  let held = 0;
  const xml = createXmlReader({
    keepPrefixes: true,
    open: (name, attribute) => {
      held = 0;
      isDocument ||= name === 'w:document';
      if (!isDocument) throw new TranscriptFormatError('Not a Word document (.docx)');
      if (LEFT_OUT.has(name)) leftOut++;
      tables.open(name);
      const paragraph = open.at(-1);
      if (name === 'w:r') [isRun, isHidden] = [true, false];
      else if (isRun && name === 'w:vanish') isHidden = !/^(?:0|false|off)$/.test(attribute('w:val') ?? '');
      if (name === 'w:p') open.push({ text: '' });
      else if (name === 'w:t') isText = leftOut === 0 && !isHidden;
      else if (!paragraph || leftOut > 0 || isHidden) return;
      else if (name === 'w:tab' || name === 'w:noBreakHyphen') paragraph.text += name === 'w:tab' ? ' ' : '-';
      else if (name === 'w:br' || name === 'w:cr') paragraph.text += '\n';
      else describeParagraph(paragraph, name, attribute('w:val') ?? '');
    },
    text: (text) => {
      held = 0;
      const paragraph = open.at(-1);
      if (!isText || !paragraph) return;
      if ((textLength += text.length) > MAX_TEXT_BYTES) throw new TranscriptFormatError(TOO_MUCH_TEXT);
      paragraph.text += text;
    },
    close: (name) => {
      held = 0;
      if (LEFT_OUT.has(name)) leftOut--;
      if (name === 'w:t') isText = false;
      if (name === 'w:r') [isRun, isHidden] = [false, false];
      tables.close(name);
      const paragraph = name === 'w:p' ? open.pop() : undefined;
      const text = paragraph?.text.trim().replace(/\n\s*\n/g, '\n');
      if (!paragraph || !text) return;
      const whole = { ...paragraph, text };
      if (!tables.take(whole)) add(whole);
    },
  });
  return {
    write: (text) => {
      if ((held += text.length) > MAX_TEXT_BYTES) throw new TranscriptFormatError(TOO_MUCH_TEXT);
      xml.write(text);
    },
    get hasLists() {
      return hasLists;
    },
    end: (isNumbered) => {
      xml.close();
      const count = createCounter();
      const text = paragraphs.map((paragraph) => writtenParagraph(paragraph, isNumbered, count)).join('\n\n');
      checkLines(text);
      return text;
    },
  };
};

/** A row with more paragraphs in a cell, or a longer one, cannot be read as one line. */
const MAX_CELL_PARAGRAPHS = 3;
const MAX_ROW_LENGTH = 2_000;

interface TableReader {
  open(name: string): void;
  close(name: string): void;
  /**
   * Adds a paragraph to the current cell.
   * @returns false if there is no table
   */
  take(paragraph: WordParagraph): boolean;
}

/** Reads table rows. Many tables only lay out a page: long text in them is treated like any other. */
const createTableReader = (add: (paragraph: WordParagraph) => void): TableReader => {
  /** Nested tables belong to the cells that contain them. */
  let depth = 0;
  let cells: WordParagraph[][] = [];
  let isHead = false;
  const endRow = (): void => {
    const texts = cells.map((cell) => cell.map(({ text }) => text.replace(/\s+/g, ' ')).join(' '));
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const isRow =
      cells.length > 1 &&
      length > 0 &&
      length <= MAX_ROW_LENGTH &&
      cells.every((cell) => cell.length <= MAX_CELL_PARAGRAPHS);
    if (isRow) add({ text: texts.join(' | '), kind: isHead ? 'tableHead' : 'tableRow' });
    else for (const paragraph of cells.flat()) add(paragraph);
    cells = [];
    isHead = false;
  };
  return {
    open: (name) => {
      if (name === 'w:tbl') depth++;
      else if (depth !== 1) return;
      else if (name === 'w:tc') cells.push([]);
      else if (name === 'w:tblHeader') isHead = true;
    },
    close: (name) => {
      if (name === 'w:tr' && depth === 1) endRow();
      if (name === 'w:tbl') depth--;
    },
    take: (paragraph) => {
      const cell = depth > 0 ? cells.at(-1) : undefined;
      cell?.push(paragraph);
      return cell !== undefined;
    },
  };
};

/** Style ids of headings and titles, in the languages in which Word names them differently, with their level. */
const HEADING_STYLE =
  /^(?:heading|title|subtitle|überschrift|berschrift|titel|untertitel|titre|sous-titre|ttulo|título|titolo|kop|rubrik|otsikko|nagwek)(\d?)$/i;
/** Style ids of quotations: "Quote", "Intense Quote". */
const QUOTE_STYLE =
  /^(?:intense)?(?:quote|zitat|citation|cita|citao|citação|citazione|citaat|citat)(?:intense|intensivt|destacada|intensa)?$|^intensives?zitat$/i;
/** Style ids of lists that are defined by their style alone, with their level. */
const LIST_STYLE =
  /^(?:list(bullet|number)|(aufzhlungszeichen|listennummer)|liste(puces|numros)|listacon(vietas|nmeros)|(commarcadores|numerada))(\d?)$/i;
const NUMBER_STYLE = /num/i;

/** A paragraph while it is being read. */
interface WordParagraph extends Pick<Segment, 'kind'> {
  text: string;
  /** Level of a heading, from 1. */
  heading?: number;
  /** Level of a list entry, from 0. */
  depth?: number;
  /** The list that numbers it. */
  listId?: string;
  /** Whether its style is numbered. */
  isNumbered?: boolean;
}

/** Applies one property to the paragraph. */
const describeParagraph = (paragraph: WordParagraph, name: string, value: string): void => {
  if (name === 'w:outlineLvl' && Number(value || 9) < 9) paragraph.heading ??= Number(value) + 1;
  else if (name === 'w:ilvl') paragraph.depth = Number(value) || 0;
  else if (name === 'w:numId') {
    // 0 removes a paragraph from the list of its style.
    if (value === '0') delete paragraph.kind;
    else [paragraph.kind, paragraph.listId] = ['listItem', value];
  } else if (name === 'w:pStyle') {
    const heading = HEADING_STYLE.exec(value);
    const list = LIST_STYLE.exec(value);
    if (heading) paragraph.heading = Number(heading[1]) || 1;
    else if (QUOTE_STYLE.test(value)) paragraph.kind = 'quote';
    else if (list) {
      paragraph.kind = 'listItem';
      paragraph.depth = Math.max(0, Number(list.at(-1)) - 1);
      paragraph.isNumbered = NUMBER_STYLE.test(value);
    }
  }
};

/** The paragraph as plain text, with its number if it is an entry of a numbered list. */
const writtenParagraph = (
  { text, heading, kind, depth = 0, listId, isNumbered: isNumberedByStyle = false }: WordParagraph,
  isNumbered: IsNumbered,
  count: ReturnType<typeof createCounter>,
): string => {
  if (heading !== undefined)
    return `${'#'.repeat(Math.min(heading, MAX_LEVEL))} ${text.replaceAll('\n', ' ')}`;
  if (kind !== 'listItem') return markOf({ kind }) + text;
  const number = count(listId ?? '', Math.min(depth, MAX_LEVEL));
  const hasNumber = listId === undefined ? isNumberedByStyle : isNumbered(listId, depth);
  return `${markOf({ kind, level: Math.min(depth + 1, MAX_LEVEL) })}${hasNumber ? `${number}. ` : ''}${text}`;
};
