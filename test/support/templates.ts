/** Databases on a server, and the migrated one that test files copy. */
import pg from 'pg';
import { connect } from '../../src/platform/db/connect.js';
import { migrate } from '../../src/platform/db/migrate.js';

export const postgresTemplate = async (server: string): Promise<{ name: string; drop(): Promise<void> }> => {
  const name = `template_${process.pid}_${Date.now()}`;
  await administer(server, `create database ${name}`);
  await createMigrated(databaseAt(server, name));
  return { name, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
};

/**
 * Gives an empty database the latest schema, and closes it: PostgreSQL does not copy a database with connections, and
 * SQLite then has everything in one file.
 */
export const createMigrated = async (url: string): Promise<void> => {
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
