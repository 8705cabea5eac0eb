/** A fresh database for a test file, on the engine of its test project. */
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { connect } from '../../src/platform/db/connect.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { engineUsed } from './engines.js';
import { administer, createMigrated, databaseAt } from './templates.js';

export type Engine = 'sqlite' | 'postgres';

/** The engine of this test project: SQLite except in the project `postgres`. */
export const engine: Engine = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** @returns the file of a migrated SQLite database, which the first test that needs it creates */
const sqliteTemplate = async (): Promise<string> => {
  const at = join(inject('runFolder'), 'template.db');
  if (existsSync(at)) return at;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-template-'));
  await createMigrated(`sqlite:${join(folder, 'template.db')}`);
  // At once, because another worker may be doing the same.
  renameSync(join(folder, 'template.db'), at);
  rmSync(folder, { recursive: true });
  return at;
};

/** A database with the latest schema, copied from one that was migrated before the tests. */
export const freshDatabase = async (): Promise<TestDatabase> => {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-db-'));
    const file = join(folder, 'test.db');
    copyFileSync(await sqliteTemplate(), file);
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
