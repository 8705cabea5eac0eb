/** Databases with the latest schema, created once per run. Each test file starts from a copy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../../src/platform/db/connect.js';
import { migrate } from '../../src/platform/db/migrate.js';

export interface Template {
  /** The file of the SQLite database, and the name of the PostgreSQL database. */
  at: string;
  drop(): Promise<void>;
}

export const sqliteTemplate = async (): Promise<Template> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-template-'));
  const at = join(folder, 'template.db');
  await migrated(`sqlite:${at}`);
  return { at, drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })) };
};

export const postgresTemplate = async (server: string): Promise<Template> => {
  const at = `template_${process.pid}_${Date.now()}`;
  await administer(server, `create database ${at}`);
  await migrated(databaseAt(server, at));
  return { at, drop: () => administer(server, `drop database if exists ${at} with (force)`) };
};

/**
 * Closes them afterwards: PostgreSQL does not copy a database with connections, and SQLite then has everything in one
 * file.
 */
const migrated = async (url: string): Promise<void> => {
  const db = connect(url);
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
};

export const databaseAt = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs one statement outside any transaction. */
export const administer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
