/** The rows in the spool of a test's app: all events, if its ClickHouse is down. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../sqlite/driver.js';
import type { TestApp } from './start-app.js';

export interface SpooledEvent extends Record<string, unknown> {
  /** The rows' table. */
  table: string;
  idByClient: boolean;
}

interface Chunk {
  target: string;
  eventIds: Buffer | null;
  rows: Buffer;
}

/** Opens a copy of the file, as the next process would after a crash, because the owner locks the file. */
export const readSpool = <T>(dir: string, read: (db: Database) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-spool-copy-'));
  const copy = join(folder, 'events.db');
  for (const end of ['', '-wal'])
    if (existsSync(join(dir, `events.db${end}`))) copyFileSync(join(dir, `events.db${end}`), copy + end);
  const db = new Database(copy);
  try {
    return read(db);
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Parses rows to objects. */
export const eventsIn = ({ target, eventIds, rows }: Chunk): SpooledEvent[] => {
  const [, table = '', columns = ''] = /^(\w+) \((.*)\)$/.exec(target) ?? [];
  const names = columns.split(', ');
  return rows
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const values = JSON.parse(line) as unknown[];
      const fields = Object.fromEntries(names.map((name, i) => [name, values[i]]));
      return { table, idByClient: eventIds !== null, ...fields };
    });
};

/** In the order in which they were appended; the events of one request by table. */
export const spooledEvents = ({ app }: TestApp): SpooledEvent[] => {
  const dir = app.config.analytics.spoolDir;
  if (!existsSync(dir)) return [];
  return readSpool(dir, (db) =>
    db.prepare<[], Chunk>('SELECT target, eventIds, rows FROM chunk ORDER BY id').all().flatMap(eventsIn),
  );
};
