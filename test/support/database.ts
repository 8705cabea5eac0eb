/** A fresh database for a test file, on the engine of its test project. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { connect } from '../../src/platform/db/connect.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { engineUsed } from './engines.js';
import { administer, databaseAt } from './templates.js';

export type Engine = 'sqlite' | 'postgres';

/** The engine of this test project; the plain project runs on SQLite. */
export const engine: Engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';

/** True if the project's engine is not available on this machine: its tests are skipped. */
export const engineMissing = engine === 'postgres' && !inject('postgresUrl');

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database with the latest schema, copied from one that was migrated before the tests. */
export const freshDatabase = async (): Promise<TestDatabase> => {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-db-'));
    const file = join(folder, 'test.db');
    copyFileSync(inject('sqliteTemplate'), file);
    engineUsed('SQLite');
    return {
      url: `sqlite:${file}`,
      drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
    };
  }
  const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  const server = inject('postgresUrl');
  // Copying files takes half as long as PostgreSQL's default, which copies through the log.
  const from = inject('postgresTemplate');
  await administer(server, `create database ${name} template ${from} strategy file_copy`);
  engineUsed('PostgreSQL');
  return {
    url: databaseAt(server, name),
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
};

export interface OpenDatabase {
  db: Db;
  /** An account that owns the records of the test. */
  accountId: number;
  close(): Promise<void>;
}

/** A fresh database with one account: for tests below HTTP. */
export const openDatabase = async (): Promise<OpenDatabase> => {
  const database = await freshDatabase();
  const db = connect(database.url);
  const { id: accountId } = await db
    .insertInto('account')
    .values({ shortName: 'demo', name: 'demo', timeZone: 'UTC', settings: '{}', entryDate: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    db,
    accountId,
    close: async () => {
      await db.destroy();
      await database.drop();
    },
  };
};
