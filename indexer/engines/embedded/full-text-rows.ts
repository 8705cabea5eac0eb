/**
 * Rows of an account that have words, by SQLite's full-text search. The file is searched in parts, newest items first,
 * so that other searches go on in between, and a search that takes too long ends with what it has found.
 */
import { setImmediate } from 'node:timers/promises';
import type { IndexFile, OpenFile } from './index-file.js';
import { passageId } from './stored-rows.js';

/** Items of a part, by their ids. */
const PART_ITEMS = 500;

/** A full-text table, and how its rows are numbered. */
export interface TextTable {
  name: 'passageTerms' | 'headTerms';
  /** The columns that are searched. */
  columns: string;
  /** The first row that an item may have. */
  firstRow(item: number): number;
}

export const PASSAGES: TextTable = {
  name: 'passageTerms',
  columns: 'terms',
  firstRow: (item) => passageId(item, 0),
};
export const HEADS: TextTable = { name: 'headTerms', columns: 'title description', firstRow: (item) => item };
export const TITLES: TextTable = { ...HEADS, columns: 'title' };

/** Rows with terms side by side. */
export interface FoundRows {
  /** Newest first. */
  ids: number[];
  /** Number of rows that have them, estimated where not all were read. */
  all: number;
}

/** A term is of letters and digits. */
const matching = (accountId: number, columns: string, terms: readonly string[]): string =>
  `account : "a${accountId}" AND {${columns}} : "${terms.join(' ').replaceAll('"', '')}"`;

interface Part {
  first: number;
  end: number;
  /** Share of the file that has been read once this part has. */
  share: number;
}

/** Rows of the file, newest first, until `isOver`. */
async function* partsOf(file: IndexFile, table: TextTable, isOver: () => boolean): AsyncGenerator<Part> {
  const { oldest, newest } = file.use((open) =>
    open.sql('SELECT min(id) AS oldest, max(id) AS newest FROM item').get(),
  ) as { oldest: number | null; newest: number };
  if (oldest === null) return;
  for (let end = newest + 1; end > oldest && !isOver(); end -= PART_ITEMS) {
    const first = Math.max(oldest, end - PART_ITEMS);
    const share = (newest + 1 - first) / (newest + 1 - oldest);
    yield { first: table.firstRow(first), end: table.firstRow(end), share };
    await setImmediate();
  }
}

/**
 * @param searched terms that are side by side
 * @param most rows of each
 * @param isOver true ends the search between two parts
 */
export async function rowsWith(
  file: IndexFile,
  table: TextTable,
  accountId: number,
  searched: readonly (readonly string[])[],
  { most, isOver }: { most: number; isOver: () => boolean },
): Promise<FoundRows[]> {
  const found = searched.map((terms) => ({
    match: matching(accountId, table.columns, terms),
    ids: [] as number[],
    share: 1,
  }));
  const source = `SELECT rowid FROM ${table.name} WHERE ${table.name} MATCH ? AND rowid >= ? AND rowid < ?
    ORDER BY rowid DESC LIMIT ?`;
  for await (const { first, end, share } of partsOf(file, table, isOver))
    for (const one of found) {
      if (one.ids.length === most) continue;
      one.ids.push(...file.use((open) => rows(open, source, [one.match, first, end, most - one.ids.length])));
      one.share = share;
    }
  return found.map(({ ids, share }) => ({ ids, all: ids.length / share }));
}

const rows = (open: OpenFile, source: string, values: (string | number)[]): number[] =>
  open
    .sql(source)
    .pluck()
    .all(...values) as number[];
