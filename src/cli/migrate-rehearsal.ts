/** `lectern migrate --dry-run`: shows which migrations would run, and tries them on a copy of an SQLite database. */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { pendingEventMigrations } from '../../analytics/index.js';
import { Database } from '../../sqlite/driver.js';
import { loadConfig, type Config } from '../config/config.js';
import { connect, sqliteFile } from '../platform/db/connect.js';
import type { Db } from '../platform/db/dialect.js';
import { migrateTo, migrationStateOf } from '../platform/db/migrate.js';
import { messageOf } from '../platform/lib/errors.js';
import { explainDatabaseErrors } from './context.js';
import { requireLibrary } from './library.js';
import { print } from './output.js';

/** Migrations below this time, s, are called quick. */
const QUICK_SECS = 5;

/** Changes nothing: an SQLite database is copied beside itself, migrated there and thrown away. */
export const rehearseMigrations = async (): Promise<void> => {
  const config = loadConfig();
  await explainDatabaseErrors(config, async () => {
    await requireLibrary(config, 'anything');
    await rehearseSql(config.databaseUrl);
    await listEventMigrations(config);
  });
};

const rehearseSql = async (url: string): Promise<void> => {
  const file = sqliteFile(url);
  if (file !== null && !existsSync(file)) return print('There is no database yet: all migrations would run.');
  const { pending } = await migrationStateOf(url);
  if (pending.length === 0) return print('The schema is up to date.');
  print(`Would run ${pending.join(', ')}.`);
  if (file === null) print('On PostgreSQL each runs in a transaction: one that fails changes nothing.');
  else await tryOnCopy(file, pending);
};

const tryOnCopy = async (file: string, pending: readonly string[]): Promise<void> => {
  const size = statSync(file).size + (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
  const { bavail, bsize } = await statfs(dirname(file));
  // The copy, and as much again for what the migrations write.
  const [needed, free] = [2 * size, bavail * bsize];
  if (free < needed)
    throw new Error(`Trying them on a copy needs ${needed} bytes beside ${file}, and ${free} are free`);
  print(`Trying them on a copy: ${needed} bytes needed, ${free} free.`);
  const folder = mkdtempSync(join(dirname(file), 'migrate-'));
  try {
    const copy = join(folder, 'lectern.db');
    const source = new Database(file, { readonly: true });
    source.prepare('vacuum into ?').run(copy);
    source.close();
    const db = connect(`sqlite:${copy}`);
    const seconds = await runEach(db, pending).finally(() => db.destroy());
    print(
      `They ran on a copy in ${seconds.toFixed(1)} s: ${size} bytes before, ${statSync(copy).size} after.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @returns how long they took, s */
const runEach = async (db: Db, pending: readonly string[]): Promise<number> => {
  let all = 0;
  let before = await rowsWritten(db);
  for (const name of pending) {
    const started = performance.now();
    await migrateTo(db, name);
    const seconds = (performance.now() - started) / 1_000;
    all += seconds;
    const written = await rowsWritten(db);
    const speed = seconds < QUICK_SECS ? 'quick' : 'long';
    // One is its record.
    print(`${name}: ${speed}, ${seconds.toFixed(1)} s, ${written - before - 1} rows written`);
    before = written;
  }
  return all;
};

/** Since the connection was opened that writes, which reads outside transactions do not use. */
const rowsWritten = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ written: number }>`select total_changes() as "written"`.execute(trx);
    return rows[0]!.written;
  });

/** The embedded ClickHouse is not opened for this, since it would write to its folder. */
const listEventMigrations = async ({ analytics: { enabled, clickHouseUrl } }: Config): Promise<void> => {
  if (!enabled) return;
  if (clickHouseUrl === null) return print('The server migrates the events itself, while it serves.');
  const state = await pendingEventMigrations({ url: clickHouseUrl }).catch((error: unknown) => {
    print(`The events cannot be read: ${messageOf(error)}`);
    return null;
  });
  if (!state) return;
  print(
    state.length === 0
      ? 'The events are up to date.'
      : `The server would migrate the events itself, while it serves: ${state.join(', ')}.`,
  );
};
