/** How many rows of LanceDB's tables match a filter, and searches without one that all of them match. */
import type { Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import type { SearchFilter } from '../ports.js';
import { toSql } from './lancedb-filter.js';

/** Rows by filter, of a table's version. */
const counted = new WeakMap<Table, { version: number; rows: LRUCache<string, number> }>();
const MAX_COUNTED = { max: 100 };
/** Letters of a filter; longer ones name items. */
const MAX_COUNTED_FILTER = 500;

/** @param version the latest. @param where all rows without it */
export async function countRows(table: Table, version: number, where = ''): Promise<number> {
  let known = counted.get(table);
  if (known?.version !== version) {
    known = { version, rows: new LRUCache(MAX_COUNTED) };
    counted.set(table, known);
  }
  const rows = known.rows.get(where) ?? (await table.countRows(where || undefined));
  if (where.length <= MAX_COUNTED_FILTER) known.rows.set(where, rows);
  return rows;
}

/** Rows below which a filter costs nothing to speak of. */
const FREE_FILTER_ROWS = 5_000;

/**
 * Searches without the condition where all rows meet it, as in a library of one account: the engine checks each row.
 * Whether they do is known of one version of the table, so what was found of another is searched again.
 */
export async function filtered<T>(
  table: Table,
  { accountId, publishedOnly }: SearchFilter,
  where: string,
  search: (condition: string | null) => Promise<T>,
): Promise<T> {
  if (where === toSql({ accountId, publishedOnly })) {
    const version = await table.version();
    const total = await countRows(table, version);
    if (total > FREE_FILTER_ROWS && (await countRows(table, version, where)) === total) {
      const found = await search(null);
      if ((await table.version()) === version) return found;
    }
  }
  return search(where);
}
