/** Reads and writes CSV (RFC 4180) of a few columns, as spreadsheets save it. */

/** A value that a spreadsheet would take for a formula. */
const FORMULA = /^'*(?:[\t\r\n]|[\p{Z}\p{C}]*[=+\-@＝＋－＠])/u;
const GUARDED = /^'(?='*(?:[\t\r\n]|[\p{Z}\p{C}]*[=+\-@＝＋－＠]))/u;

/** Text that looks like a formula starts with an apostrophe. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

const cellOf = (value: string | number | null): string => {
  if (value === null || typeof value === 'number') return String(value ?? '');
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * The rows of a file, in linear time; empty lines are skipped, and the apostrophe before a formula is removed. Cells are
 * separated by commas or, if the first line has none, by semicolons.
 * @param max number of rows after which reading stops
 */
export const readCsv = (text: string, max: number): string[][] => {
  const [, content = ''] = /^\uFEFF?(.*)$/s.exec(text) ?? [];
  const firstLine = content.slice(0, content.search(/[\r\n]|$/));
  const separator = firstLine.includes(',') ? ',' : ';';
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = (): void => {
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  };
  while (at < content.length && rows.length < max) {
    const quoted = content[at] === '"' ? quotedCell(content, at) : { cell: '', end: at };
    // What follows the closing quotation mark is part of the cell.
    const rest = plainCell(content, quoted.end, separator);
    row.push((quoted.cell + rest.cell).replace(GUARDED, ''));
    at = rest.end;
    if (content[at] === separator) {
      at++;
      // A line may end with an empty cell.
      if (at < content.length && content[at] !== '\r' && content[at] !== '\n') continue;
      row.push('');
    }
    if (content[at] === '\r' && content[at + 1] === '\n') at++;
    at++;
    endRow();
  }
  return rows;
};

const plainCell = (text: string, start: number, separator: string): { cell: string; end: number } => {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end++;
  return { cell: text.slice(start, end).trim(), end };
};

const quotedCell = (text: string, start: number): { cell: string; end: number } => {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell: cell + text.slice(at), end: text.length };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
};
