/** Fills a new database with the rows of backups. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { DamagedBackupError } from '../format/encryption.js';
import { readLines } from '../format/lines.js';
import type { PartReader } from '../format/backup-writer.js';
import { backedUpTables, type BackedUpTable } from './backed-up-tables.js';
import { withoutRules } from './without-rules.js';
import type { StoredRow } from './snapshot.js';

/** Values of one INSERT: below what both engines allow. */
const VALUES = 20_000;

export interface RowSource {
  reader: PartReader;
  /** Whether to take the row. */
  keeps(table: BackedUpTable, row: StoredRow): boolean;
}

export const rowsPart = (table: string): string => `rows/${table}.jsonl.gz`;
export const LAST_IDS = 'rows/last-ids.jsonl.gz';

/** The rows of a table as a backup has them. */
export const rowsIn = async function* (reader: PartReader, table: string): AsyncGenerator<StoredRow> {
  const part = rowsPart(table);
  if (reader.names(part).includes(part)) yield* readLines<StoredRow>(await reader.read(part), part);
};

export interface LoadOptions {
  clock: Clock;
  signal?: AbortSignal;
}

/**
 * Sessions have not been backed up, and links end here.
 * @param db with the schema of the sources and without rows
 * @returns numbers of rows by table
 * @throws {DamagedBackupError} when a part is not readable, or has other tables or columns than the database
 */
export const loadRows = async (
  db: Db,
  sources: readonly RowSource[],
  { clock, signal }: LoadOptions,
): Promise<Record<string, number>> => {
  const tables = await backedUpTables(db);
  assertKnown(tables, sources);
  const counts: Record<string, number> = {};
  await withoutRules(
    db,
    tables,
    async (connection) => {
      for (const table of tables) {
        signal?.throwIfAborted();
        counts[table.name] = await loadTable(connection, table, sources);
      }
      await endLinks(connection, isoTime(clock));
      await renewContentVersions(connection, isoTime(clock));
    },
    await lastIdsOf(sources),
  );
  return counts;
};

const assertKnown = (tables: readonly BackedUpTable[], sources: readonly RowSource[]): void => {
  const known = new Set(tables.map(({ name }) => rowsPart(name)));
  for (const { reader } of sources)
    for (const part of reader.names('rows/'))
      if (part !== LAST_IDS && !known.has(part)) throw new DamagedBackupError(`${part} is of no known table`);
};

const loadTable = async (db: Db, table: BackedUpTable, sources: readonly RowSource[]): Promise<number> => {
  const limit = Math.floor(VALUES / table.columns.length);
  let count = 0;
  let waiting: StoredRow[] = [];
  const insert = async (): Promise<void> => {
    if (waiting.length === 0) return;
    await db
      .insertInto(table.name as 'item')
      .values(waiting as never)
      .execute();
    count += waiting.length;
    waiting = [];
  };
  await db.deleteFrom(table.name as 'item').execute();
  for (const source of sources) {
    for await (const row of rowsIn(source.reader, table.name)) {
      if (!source.keeps(table, row)) continue;
      const unknown = Object.keys(row).find((column) => !table.columns.includes(column));
      if (unknown !== undefined)
        throw new DamagedBackupError(`${rowsPart(table.name)} has the unknown column ${unknown}`);
      waiting.push(row);
      if (waiting.length === limit) await insert();
    }
    await insert();
  }
  return count;
};

/** The highest of each table: ids are never used again, also those of rows that were deleted. */
const lastIdsOf = async (sources: readonly RowSource[]): Promise<Record<string, number>> => {
  const last: Record<string, number> = {};
  for (const { reader } of sources)
    for await (const ids of readLines<Record<string, number>>(await reader.read(LAST_IDS), LAST_IDS))
      for (const [table, id] of Object.entries(ids)) if (id > 0) last[table] = Math.max(last[table] ?? 0, id);
  return last;
};

/** Links in mails and previews, and addresses for uploads, must be asked for again. */
const endLinks = async (db: Db, now: string): Promise<void> => {
  for (const table of ['personLink', 'previewLink'] as const)
    await db.updateTable(table).set({ expiresAt: now }).where('expiresAt', '>', now).execute();
  await db
    .updateTable('upload')
    .set({ expiresAt: now, resumableUntil: null })
    .where('status', '=', 'waiting')
    .execute();
};

/** Copies that browsers and proxies have kept may be newer than the backup. */
const renewContentVersions = async (db: Db, now: string): Promise<void> => {
  for (const { accountId } of await db.selectFrom('contentVersion').select('accountId').execute())
    await db
      .updateTable('contentVersion')
      .set({ version: randomBytes(12).toString('hex'), changedDate: now })
      .where('accountId', '=', accountId)
      .execute();
};
