/** Opens the database: SQLite (one writer, WAL) or PostgreSQL, behind the same Kysely. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { unicodeLike, type Db } from './dialect.js';
import type { Tables } from './tables.js';
import { DatabaseUnavailableError } from '../lib/errors.js';

const BUSY_TIMEOUT_MS = 10_000;
const STATEMENT_CACHE_SIZE = 500;

// Ids and counts are well below 2^53: plain numbers on both engines.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** @param url `sqlite:<file>` or `postgres://…` */
export const connect = (url: string): Db => {
  if (/^postgres(ql)?:/.test(url)) return connectPostgres(url);
  if (url.startsWith('sqlite:')) return connectSqlite(url.slice('sqlite:'.length));
  throw new Error(`DATABASE_URL must start with sqlite: or postgres:, not ${url.split(':')[0] ?? url}`);
};

const connectPostgres = (connectionString: string): Db => {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000 });
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on('error', () => undefined);
  const connect = async () => {
    const client = await pool.connect().catch(connectionLost);
    const query = (text: string, values: readonly unknown[]) =>
      client.query(text, [...values]).catch(connectionLost);
    return { query, release: () => client.release() };
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } as never }),
  });
};

/** A lost connection is the one failure of the driver that has no code of its own. */
const connectionLost = (error: unknown): never => {
  const isKnown = error instanceof TypeError || (error as { code?: unknown }).code !== undefined;
  throw isKnown ? error : new DatabaseUnavailableError(error);
};

/** How a SQLite database prepares reads on a connection of its own: they wait for no transaction of this process. */
const readers = new WeakMap<Db, (text: string) => Database.Statement>();

/** Undefined where reads go through `db` itself: on PostgreSQL, in a transaction, after the end. */
export const readerOf = (db: Db): ((text: string) => Database.Statement) | undefined => readers.get(db);

const connectSqlite = (file: string): Db => {
  mkdirSync(dirname(file), { recursive: true });
  const database = openSqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('cache_size = -65536');
  // What is deleted is overwritten: visitors' salts are to be gone, not only out of sight.
  database.pragma('secure_delete = FAST');
  const writing = withStatementCache(database);
  let reading: ReturnType<typeof withStatementCache> | undefined;
  const close = (): void => {
    readers.delete(db);
    reading?.close();
    writing.close();
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: { ...writing, close } }) });
  readers.set(db, (text) => {
    reading ??= withStatementCache(openSqlite(file, true));
    return reading.prepare(text);
  });
  return db;
};

const openSqlite = (file: string, readonly = false): Database.Database => {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS, readonly });
  database.function(
    'unicode_like',
    { deterministic: true },
    unicodeLike() as (...values: unknown[]) => unknown,
  );
  return database;
};

/**
 * Kysely prepares a statement anew for every call: keep them. And it begins transactions deferred, which between
 * processes fails at the first write instead of waiting its turn: begin them immediate.
 */
const withStatementCache = (database: Database.Database) => {
  const statements = new LRUCache<string, Database.Statement>({
    max: STATEMENT_CACHE_SIZE,
    memoMethod: (text) => database.prepare(text),
  });
  return {
    close: () => void database.close(),
    prepare: (text: string): Database.Statement => {
      // A full disk rolls back by itself; to roll back again would hide why.
      if (text === 'rollback' && !database.inTransaction) return database.prepare('select 1');
      return statements.memo(text === 'begin' ? 'begin immediate' : text);
    },
  };
};
