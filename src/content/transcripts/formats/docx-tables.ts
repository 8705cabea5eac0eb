/**
 * Reads table rows in a Word document. Many tables only lay out a page: long text in them is treated like any
 * other.
 */
import type { WordParagraph } from './docx-paragraph.js';

/** A row with more paragraphs in a cell, or a longer one, cannot be read as one line. */
const MAX_CELL_PARAGRAPHS = 3;
const MAX_ROW_LENGTH = 2_000;

export interface TableReader {
  open(name: string): void;
  close(name: string): void;
  /**
   * Adds a paragraph to the current cell.
   * @returns false if there is no table
   */
  take(paragraph: WordParagraph): boolean;
}

export const createTableReader = (add: (paragraph: WordParagraph) => void): TableReader => {
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
